// Made by `make scripts` from gm/games/henn/validity.py: change that, and make this again.
((house) => {
const { UNREADABLE, bad_number, comparison, error, forbidden, note, phrase, signed, warning } = house;
var _pyfunc_all = function (x) { // nargs: 1
    for (var i=0; i<x.length; i++) {
        if (!_pyfunc_truthy(x[i])){return false;}
    } return true;
};
var _pyfunc_bool = function (x) { // nargs: 1
    return Boolean(_pyfunc_truthy(x));
};
var _pyfunc_format = function (v, fmt) {  // nargs: 2
    fmt = fmt.toLowerCase();
    var s = String(v);
    if (fmt.indexOf('!r') >= 0) {
        try { s = JSON.stringify(v); } catch (e) { s = undefined; }
        if (typeof s === 'undefined') { s = v._IS_COMPONENT ? v.id : String(v); }
    }
    var fmt_type = '';
    if (fmt.slice(-1) == 'i' || fmt.slice(-1) == 'f' ||
        fmt.slice(-1) == 'e' || fmt.slice(-1) == 'g') {
            fmt_type = fmt[fmt.length-1]; fmt = fmt.slice(0, fmt.length-1);
    }
    var i0 = fmt.indexOf(':');
    var i1 = fmt.indexOf('.');
    var spec1 = '', spec2 = '';  // before and after dot
    if (i0 >= 0) {
        if (i1 > i0) { spec1 = fmt.slice(i0+1, i1); spec2 = fmt.slice(i1+1); }
        else { spec1 = fmt.slice(i0+1); }
    }
    // Format numbers
    if (fmt_type == '') {
    } else if (fmt_type == 'i') { // integer formatting, for %i
        s = parseInt(v).toFixed(0);
    } else if (fmt_type == 'f') {  // float formatting
        v = parseFloat(v);
        var decimals = spec2 ? Number(spec2) : 6;
        s = v.toFixed(decimals);
    } else if (fmt_type == 'e') {  // exp formatting
        v = parseFloat(v);
        var precision = (spec2 ? Number(spec2) : 6) || 1;
        s = v.toExponential(precision);
    } else if (fmt_type == 'g') {  // "general" formatting
        v = parseFloat(v);
        var precision = (spec2 ? Number(spec2) : 6) || 1;
        // Exp or decimal?
        s = v.toExponential(precision-1);
        var s1 = s.slice(0, s.indexOf('e')), s2 = s.slice(s.indexOf('e'));
        if (s2.length == 3) { s2 = 'e' + s2[1] + '0' + s2[2]; }
        var exp = Number(s2.slice(1));
        if (exp >= -4 && exp < precision) { s1=v.toPrecision(precision); s2=''; }
        // Skip trailing zeros and dot
        var j = s1.length-1;
        while (j>0 && s1[j] == '0') { j-=1; }
        s1 = s1.slice(0, j+1);
        if (s1.slice(-1) == '.') { s1 = s1.slice(0, s1.length-1); }
        s = s1 + s2;
    }
    // prefix/padding
    var prefix = '';
    if (spec1) {
        if (spec1[0] == '+' && v > 0) { prefix = '+'; spec1 = spec1.slice(1); }
        else if (spec1[0] == ' ' && v > 0) { prefix = ' '; spec1 = spec1.slice(1); }
    }
    if (spec1 && spec1[0] == '0') {
        var padding = Number(spec1.slice(1)) - (s.length + prefix.length);
        s = '0'.repeat(Math.max(0, padding)) + s;
    }
    return prefix + s;
};
var _pyfunc_int = function (x, base) { // nargs: 1 2
    if(base !== undefined) return parseInt(x, base);
    return x<0 ? Math.ceil(x): Math.floor(x);
};
var _pyfunc_list = function (x) {
    var r=[];
    if (typeof x==="object" && !Array.isArray(x)) {x = Object.keys(x)}
    for (var i=0; i<x.length; i++) {
        r.push(x[i]);
    }
    return r;
};
var _pyfunc_op_add = function (a, b) { // nargs: 2
    if (Array.isArray(a) && Array.isArray(b)) {
        return a.concat(b);
    } return a + b;
};
var _pyfunc_op_contains = function op_contains (a, b) { // nargs: 2
    if (b == null) {
    } else if (Array.isArray(b)) {
        for (var i=0; i<b.length; i++) {if (_pyfunc_op_equals(a, b[i]))
                                           return true;}
        return false;
    } else if (b.constructor === Object) {
        for (var k in b) {if (a == k) return true;}
        return false;
    } else if (b.constructor == String) {
        return b.indexOf(a) >= 0;
    } var e = Error('Not a container: ' + b); e.name='TypeError'; throw e;
};
var _pyfunc_op_equals = function op_equals (a, b) { // nargs: 2
    var a_type = typeof a;
    // If a (or b actually) is of type string, number or boolean, we don't need
    // to do all the other type checking below.
    if (a_type === "string" || a_type === "boolean" || a_type === "number") {
        return a == b;
    }

    if (a == null || b == null) {
    } else if (Array.isArray(a) && Array.isArray(b)) {
        var i = 0, iseq = a.length == b.length;
        while (iseq && i < a.length) {iseq = op_equals(a[i], b[i]); i+=1;}
        return iseq;
    } else if (a.constructor === Object && b.constructor === Object) {
        var akeys = Object.keys(a), bkeys = Object.keys(b);
        akeys.sort(); bkeys.sort();
        var i=0, k, iseq = op_equals(akeys, bkeys);
        while (iseq && i < akeys.length)
            {k=akeys[i]; iseq = op_equals(a[k], b[k]); i+=1;}
        return iseq;
    } return a == b;
};
var _pyfunc_op_mult = function (a, b) { // nargs: 2
    if ((typeof a === 'number') + (typeof b === 'number') === 1) {
        if (a.constructor === String) return _pymeth_repeat.call(a, b);
        if (b.constructor === String) return _pymeth_repeat.call(b, a);
        if (Array.isArray(b)) {var t=a; a=b; b=t;}
        if (Array.isArray(a)) {
            var res = []; for (var i=0; i<b; i++) res = res.concat(a);
            return res;
        }
    } return a * b;
};
var _pyfunc_str = String;
var _pyfunc_truthy = function (v) {
    if (v === null || typeof v !== "object") {return v;}
    else if (v.length !== undefined) {return v.length ? v : false;}
    else if (v.byteLength !== undefined) {return v.byteLength ? v : false;}
    else if (v.constructor !== Object) {return true;}
    else {return Object.getOwnPropertyNames(v).length ? v : false;}
};
var _pymeth_append = function (x) { // nargs: 1
    if (!Array.isArray(this)) return this.append.apply(this, arguments);
    this.push(x);
};
var _pymeth_endswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.endswith.apply(this, arguments);
    var last_index = this.lastIndexOf(x);
    return last_index == this.length - x.length && last_index >= 0;
};
var _pymeth_format = function () {
    if (this.constructor !== String) return this.format.apply(this, arguments);
    var parts = [], i = 0, i1, i2;
    var itemnr = -1;
    while (i < this.length) {
        // find opening
        i1 = this.indexOf('{', i);
        if (i1 < 0 || i1 == this.length-1) { break; }
        if (this[i1+1] == '{') {parts.push(this.slice(i, i1+1)); i = i1 + 2; continue;}
        // find closing
        i2 = this.indexOf('}', i1);
        if (i2 < 0) { break; }
        // parse
        itemnr += 1;
        var fmt = this.slice(i1+1, i2);
        var index = fmt.split(':')[0].split('!')[0];
        index = index? Number(index) : itemnr
        var s = _pyfunc_format(arguments[index], fmt);
        parts.push(this.slice(i, i1), s);
        i = i2 + 1;
    }
    parts.push(this.slice(i));
    return parts.join('');
};
var _pymeth_get = function (key, d) { // nargs: 1 2
    if (this.constructor !== Object) return this.get.apply(this, arguments);
    if (this[key] !== undefined) {return this[key];}
    else if (d !== undefined) {return d;}
    else {return null;}
};
var _pymeth_repeat = function(count) { // nargs: 0
    if (this.repeat) return this.repeat(count);
    if (count < 1) return '';
    var result = '', pattern = this.valueOf();
    while (count > 1) {
        if (count & 1) result += pattern;
        count >>= 1, pattern += pattern;
    }
    return result + pattern;
};
var _pymeth_startswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.startswith.apply(this, arguments);
    return this.indexOf(x) == 0;
};
var BLANK, HEAVIEST, MOST, SIDES, bad_exchange, bad_least, bad_move, best, check, chosen, doubtful, filled, gone, moves, outlook, review, stands, weights, worth, worths;
HEAVIEST = 99;
MOST = 999999999;
SIDES = ["left", "right"];
BLANK = ({card: [], number: "", favour: ({}), least: "", swap: [], for: ""});
worth = function flx_worth (lines, number, favour, home) {
    var line, stub1_seq, stub2_itr, total;
    total = 0;
    stub1_seq = lines.slice(0,number);
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        line = stub1_seq[stub2_itr];
        if ((!_pyfunc_op_contains(line[0], home))) {
            total = _pyfunc_op_add(total, _pyfunc_op_mult(_pymeth_get.call(favour, line[0], 0), line[1]));
        }
    }
    return total;
};

best = function flx_best (cards, number, favour, home) {
    var found, most, side, stub3_seq, stub4_itr;
    found = [];
    stub3_seq = SIDES;
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        side = stub3_seq[stub4_itr];
        if (_pyfunc_op_contains(side, cards)) {
            most = worth(cards[side], number, favour, home);
            found = ((((!_pyfunc_truthy(found))) || (most > found[1])))? ([side, most]) : (found);
        }
    }
    return found;
};

bad_move = function flx_bad_move (row) {
    var at, favour, hint, message, name, remarks, stub5_, stub6_seq, stub7_itr;
    stub5_ = [row["at"], row["favour"], []];
    at = stub5_[0];favour = stub5_[1];remarks = stub5_[2];
    if (_pyfunc_truthy(((!_pyfunc_truthy(row["card"]))) && ((!_pyfunc_truthy(favour))))) {
        hint = phrase("add card: left, or favour: and a horse");
        return forbidden(phrase("this move says neither card nor favour"), hint, at);
    }
    stub6_seq = favour;
    if ((typeof stub6_seq === "object") && (!Array.isArray(stub6_seq))) { stub6_seq = Object.keys(stub6_seq);}
    for (stub7_itr = 0; stub7_itr < stub6_seq.length; stub7_itr += 1) {
        name = stub6_seq[stub7_itr];
        remarks = _pyfunc_op_add(remarks, bad_number(name, favour[name], -HEAVIEST, HEAVIEST, [at, "favour"]));
    }
    if ((_pyfunc_truthy(row["least"]) && _pyfunc_truthy(favour))) {
        remarks = _pyfunc_op_add(remarks, bad_least(row["least"], -MOST, [at, "least"]));
    } else if (_pyfunc_truthy(row["least"])) {
        message = phrase("least is for what a card is worth, and there is no favour");
        remarks = _pyfunc_op_add(remarks, forbidden(message, phrase("add favour: and a horse, or leave least out"), [at, "least"]));
    }
    if ((_pyfunc_truthy(favour) && _pyfunc_op_contains("blind", row["card"]) && (((row["card"].length) > 1)))) {
        message = phrase("nobody knows what a blind card is worth beside others");
        remarks = _pyfunc_op_add(remarks, forbidden(message, phrase("write card: blind alone"), [at, "card"]));
    }
    return remarks;
};

bad_exchange = function flx_bad_exchange (row) {
    var at, hint, least, message, stub8_, wanted;
    stub8_ = [row["at"], row["for"], row["least"]];
    at = stub8_[0];wanted = stub8_[1];least = stub8_[2];
    hint = phrase("write for: open, blind, better or a place such as \"<= 3\"");
    if ((!_pyfunc_truthy(row["swap"]))) {
        return forbidden(phrase("this exchange does not say which horse"), phrase("add swap: and a horse, or any"), at);
    }
    if (_pyfunc_op_equals(row["swap"], ["none"])) {
        return [];
    }
    if ((!_pyfunc_truthy(wanted))) {
        return forbidden(phrase("this exchange does not say for what"), hint, at);
    }
    if ((((!(Object.prototype.toString.call(wanted).slice(8,-1).toLowerCase() === 'string'))) || (!_pyfunc_truthy(_pyfunc_op_contains(wanted, ["open", "blind", "better"]) || comparison(wanted))))) {
        message = phrase("no ticket can be exchanged for {word}", ({word: _pyfunc_str(wanted).slice(0,30)}));
        return [error(UNREADABLE, message, hint, [at, "for"])];
    }
    if ((_pyfunc_truthy(least) && ((!_pyfunc_op_equals(wanted, "better"))))) {
        hint = phrase("write for: better, or leave least out");
        return forbidden(phrase("least goes with better alone"), hint, [at, "least"]);
    }
    return (_pyfunc_truthy(least))? (bad_least(least, 1, [at, "least"])) : ([]);
};

bad_least = function flx_bad_least (least, lowest, about) {
    var each, message, stub10_itr, stub9_seq, wrong;
    if ((((Object.prototype.toString.call(least).slice(8,-1).toLowerCase() === 'string')) && (_pyfunc_truthy(signed(least))) && (((_pyfunc_int(signed(least))) < lowest)))) {
        message = phrase("with better, least is 1 or more, and not {least}", ({least: least}));
        return forbidden(message, phrase("write 1 or more, or leave least out"), about);
    }
    wrong = bad_number("least", least, lowest, MOST, about);
    stub9_seq = wrong;
    if ((typeof stub9_seq === "object") && (!Array.isArray(stub9_seq))) { stub9_seq = Object.keys(stub9_seq);}
    for (stub10_itr = 0; stub10_itr < stub9_seq.length; stub10_itr += 1) {
        each = stub9_seq[stub10_itr];
        each["hint"] = phrase("write a whole number such as 8");
    }
    return wrong;
};

review = function flx_review (position, rows) {
    var hint, message, own, remarks, row, standing, stub11_, stub11_i0, stub11_iter0, stub11_row, stub12_, stub12_i0, stub12_iter0, stub12_row, stub13_seq, stub14_itr, stub15_seq, stub16_itr, tried;
    stub11_ = [];stub11_iter0 = rows;if ((typeof stub11_iter0 === "object") && (!Array.isArray(stub11_iter0))) {stub11_iter0 = Object.keys(stub11_iter0);}for (stub11_i0=0; stub11_i0<stub11_iter0.length; stub11_i0++) {stub11_row = stub11_iter0[stub11_i0];if (!((!_pyfunc_truthy(stands(stub11_row))))) {continue;}{stub11_.push(stub11_row);}}
    own = stub11_;
    if ((_pyfunc_truthy(own) && ((!_pyfunc_truthy(position["moves"]))))) {
        message = phrase("you do not move on turn {turn}", ({turn: position["turn"]}));
        return forbidden(message, phrase("send press without moves"), own[0]["at"]);
    }
    remarks = [];
    stub15_seq = [false, true];
    if ((typeof stub15_seq === "object") && (!Array.isArray(stub15_seq))) { stub15_seq = Object.keys(stub15_seq);}
    for (stub16_itr = 0; stub16_itr < stub15_seq.length; stub16_itr += 1) {
        standing = stub15_seq[stub16_itr];
        stub12_ = [];stub12_iter0 = rows;if ((typeof stub12_iter0 === "object") && (!Array.isArray(stub12_iter0))) {stub12_iter0 = Object.keys(stub12_iter0);}for (stub12_i0=0; stub12_i0<stub12_iter0.length; stub12_i0++) {stub12_row = stub12_iter0[stub12_i0];if (!(((_pyfunc_truthy(moves(stub12_row))) && ((_pyfunc_op_equals(stands(stub12_row), standing)))))) {continue;}{stub12_.push(stub12_row);}}
        tried = stub12_;
        stub13_seq = tried;
        if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
        for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
            row = stub13_seq[stub14_itr];
            remarks = _pyfunc_op_add(remarks, gone(position, row));
        }
        if ((_pyfunc_truthy(tried) && ((_pyfunc_all(((function list_comprehension (iter0) {var res = [];var row, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {row = iter0[i0];{res.push(doubtful(row));}}return res;}).call(this, tried))))))) {
            message = phrase("if none of these moves is possible, the tool moves for you");
            hint = phrase("end the list with left, or with a favour alone");
            _pymeth_append.call(remarks, warning(message, hint, tried[tried.length -1]["at"]));
        }
    }
    return remarks;
};

stands = function flx_stands (row) {
    return _pyfunc_bool(_pymeth_startswith.call(row["key"], "standing"));
};

moves = function flx_moves (row) {
    return _pyfunc_bool(_pymeth_endswith.call(row["key"], "moves"));
};

doubtful = function flx_doubtful (row) {
    if ((_pyfunc_truthy(row["when"]) || (_pyfunc_truthy(row["card"]) && ((_pyfunc_all(((function list_comprehension (iter0) {var res = [];var card, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {card = iter0[i0];{res.push(signed(card));}}return res;}).call(this, row["card"])))))))) {
        return true;
    }
    return (_pyfunc_truthy(_pyfunc_bool(row["least"]))) && ((!_pyfunc_op_equals(row["number"], "next"))) && ((!_pyfunc_op_equals(row["card"], ["blind"])));
};

gone = function flx_gone (position, row) {
    var cards, stub17_, stub17_card, stub17_i0, stub17_iter0, stub18_, stub18_card, stub18_i0, stub18_iter0, told;
    stub17_ = [];stub17_iter0 = row["card"];if ((typeof stub17_iter0 === "object") && (!Array.isArray(stub17_iter0))) {stub17_iter0 = Object.keys(stub17_iter0);}for (stub17_i0=0; stub17_i0<stub17_iter0.length; stub17_i0++) {stub17_card = stub17_iter0[stub17_i0];if (!(((_pyfunc_truthy(signed(stub17_card))) && ((_pyfunc_op_contains((_pyfunc_int(signed(stub17_card))), position["out"])))))) {continue;}{stub17_.push(stub17_card);}}
    cards = stub17_;
    stub18_ = [];stub18_iter0 = cards;if ((typeof stub18_iter0 === "object") && (!Array.isArray(stub18_iter0))) {stub18_iter0 = Object.keys(stub18_iter0);}for (stub18_i0=0; stub18_i0<stub18_iter0.length; stub18_i0++) {stub18_card = stub18_iter0[stub18_i0];{stub18_.push(phrase("card {card} has left the game", ({card: stub18_card})));}}
    told = stub18_;
    return (function list_comprehension (iter0) {var res = [];var message, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {message = iter0[i0];{res.push(warning(message, phrase("leave it out"), [row["at"], "card"]));}}return res;}).call(this, told);
};

outlook = function flx_outlook (position, row) {
    var cards, first, number, runs, side, stub19_, stub20_seq, stub21_itr, stub22_seq, stub23_itr, stub24_, stub24_i0, stub24_iter0, stub24_line, there, values, word;
    stub19_ = [position["row"], position["number"]];
    there = stub19_[0];number = stub19_[1];
    cards = ({});
    stub22_seq = _pyfunc_truthy(row["card"]) || SIDES;
    if ((typeof stub22_seq === "object") && (!Array.isArray(stub22_seq))) { stub22_seq = Object.keys(stub22_seq);}
    for (stub23_itr = 0; stub23_itr < stub22_seq.length; stub23_itr += 1) {
        word = stub22_seq[stub23_itr];
        stub20_seq = there;
        if ((typeof stub20_seq === "object") && (!Array.isArray(stub20_seq))) { stub20_seq = Object.keys(stub20_seq);}
        for (stub21_itr = 0; stub21_itr < stub20_seq.length; stub21_itr += 1) {
            side = stub20_seq[stub21_itr];
            if ((_pyfunc_op_equals(word, side) || (_pyfunc_op_equals(word, (_pyfunc_str((there[side]["card"]))))))) {
                cards[side] = there[side]["lines"];
            }
        }
    }
    if ((!_pyfunc_truthy(cards))) {
        return phrase("no such card lies there now: this would be passed over");
    }
    if ((_pyfunc_truthy(row["favour"]) && ((!(_pyfunc_op_equals(row["card"], ["blind"]) && _pyfunc_truthy(row["number"])))))) {
        return chosen(position, row, cards);
    }
    first = _pyfunc_list(cards)[0];
    if (_pyfunc_op_equals(first, "blind")) {
        return phrase("this plays the top of the deck, whatever it is");
    }
    values = ({card: there[first]["card"], number: number});
    if (_pyfunc_op_equals(row["number"], "next")) {
        return phrase("this plays card {card} with your next number", values);
    }
    stub24_ = [];stub24_iter0 = cards[first].slice(0,number);if ((typeof stub24_iter0 === "object") && (!Array.isArray(stub24_iter0))) {stub24_iter0 = Object.keys(stub24_iter0);}for (stub24_i0=0; stub24_i0<stub24_iter0.length; stub24_i0++) {stub24_line = stub24_iter0[stub24_i0];if (!((!_pyfunc_op_contains(stub24_line[0], position["home"])))) {continue;}{stub24_.push(_pymeth_format.call("{} {}", stub24_line[0], stub24_line[1]));}}
    runs = stub24_;
    if ((!_pyfunc_truthy(runs))) {
        return phrase("this plays card {card} with your {number}, which runs nobody", values);
    }
    values["runs"] = runs;
    return phrase("this plays card {card} with your {number}: {runs}", values);
};

chosen = function flx_chosen (position, row, cards) {
    var each, favour, home, least, most, number, side, stub25_, stub26_, stub27_seq, stub28_itr, values;
    stub25_ = [position["number"], position["home"], signed(row["least"]), weights(row)];
    number = stub25_[0];home = stub25_[1];least = stub25_[2];favour = stub25_[3];
    if (_pyfunc_op_contains("blind", cards)) {
        values = ({number: number, least: _pyfunc_int((_pyfunc_truthy(least) || "0"))});
        return phrase("this plays the top of the deck: with your {number} if worth {least}, else the next", values);
    }
    if (_pyfunc_op_equals(row["number"], "next")) {
        return phrase("your next number decides which card is worth more");
    }
    stub26_ = best(cards, number, favour, home);
    side = stub26_[0];most = stub26_[1];
    values = ({number: number, most: most, card: position["row"][side]["card"]});
    if ((_pyfunc_truthy(least) && ((most < _pyfunc_int(least))))) {
        return phrase("with your {number}, the better card is worth {most} to you: this would be passed over", values);
    }
    if (_pyfunc_truthy(((!_pyfunc_op_contains("left", cards))) || (!_pyfunc_op_contains("right", cards)))) {
        return phrase("with your {number}, card {card} is worth {most} to you: this plays it", values);
    }
    stub27_seq = SIDES;
    if ((typeof stub27_seq === "object") && (!Array.isArray(stub27_seq))) { stub27_seq = Object.keys(stub27_seq);}
    for (stub28_itr = 0; stub28_itr < stub27_seq.length; stub28_itr += 1) {
        each = stub27_seq[stub28_itr];
        values[each] = worth(cards[each], number, favour, home);
    }
    return phrase("with your {number}, the left card is worth {left} to you, the right one {right}: this plays card {card}", values);
};

weights = function flx_weights (row) {
    var found, name, stub29_seq, stub30_itr;
    found = ({});
    stub29_seq = row["favour"];
    if ((typeof stub29_seq === "object") && (!Array.isArray(stub29_seq))) { stub29_seq = Object.keys(stub29_seq);}
    for (stub30_itr = 0; stub30_itr < stub29_seq.length; stub30_itr += 1) {
        name = stub29_seq[stub30_itr];
        found[name] = _pyfunc_int(signed(row["favour"][name]));
    }
    return found;
};

check = function flx_check (position, rows) {
    var full, row, said, stub31_, stub31_i0, stub31_iter0, stub31_row, stub32_seq, stub33_itr, wrong;
    said = [];
    stub31_ = [];stub31_iter0 = rows;if ((typeof stub31_iter0 === "object") && (!Array.isArray(stub31_iter0))) {stub31_iter0 = Object.keys(stub31_iter0);}for (stub31_i0=0; stub31_i0<stub31_iter0.length; stub31_i0++) {stub31_row = stub31_iter0[stub31_i0];{stub31_.push(filled(stub31_row));}}
    full = stub31_;
    stub32_seq = full;
    if ((typeof stub32_seq === "object") && (!Array.isArray(stub32_seq))) { stub32_seq = Object.keys(stub32_seq);}
    for (stub33_itr = 0; stub33_itr < stub32_seq.length; stub33_itr += 1) {
        row = stub32_seq[stub33_itr];
        wrong = (_pyfunc_truthy(moves(row)))? (bad_move(row)) : (bad_exchange(row));
        said = _pyfunc_op_add(said, wrong);
        if (_pyfunc_truthy((_pyfunc_truthy(moves(row))) && ((!_pyfunc_truthy(stands(row)))) && ((!_pyfunc_truthy(wrong))))) {
            _pymeth_append.call(said, (note(outlook(position, row), row["at"])));
            said = _pyfunc_op_add(said, ((row === full[0]))? (worths(position, row)) : ([]));
        }
    }
    return _pyfunc_op_add(said, review(position, full));
};

worths = function flx_worths (position, row) {
    var points, side, stub34_seq, stub35_itr, told;
    told = [];
    stub34_seq = SIDES;
    if ((typeof stub34_seq === "object") && (!Array.isArray(stub34_seq))) { stub34_seq = Object.keys(stub34_seq);}
    for (stub35_itr = 0; stub35_itr < stub34_seq.length; stub35_itr += 1) {
        side = stub34_seq[stub35_itr];
        if ((_pyfunc_truthy(row["favour"]) && _pyfunc_op_contains(side, position["row"]))) {
            points = worth(position["row"][side]["lines"], position["number"], weights(row), position["home"]);
            _pymeth_append.call(told, (note(phrase("worth {points} to you", ({points: points})), ["art", side])));
        }
    }
    return told;
};

filled = function flx_filled (row) {
    var name, plain, stub36_seq, stub37_itr;
    plain = ({key: row["key"], at: row["at"], when: row["when"]});
    stub36_seq = BLANK;
    if ((typeof stub36_seq === "object") && (!Array.isArray(stub36_seq))) { stub36_seq = Object.keys(stub36_seq);}
    for (stub37_itr = 0; stub37_itr < stub36_seq.length; stub37_itr += 1) {
        name = stub36_seq[stub37_itr];
        plain[name] = (_pyfunc_truthy(_pymeth_get.call(row, name))) || BLANK[name];
    }
    return plain;
};

return { ...house, HEAVIEST, MOST, SIDES, BLANK, worth, best, bad_move, bad_exchange, bad_least, review, stands, moves, doubtful, gone, outlook, chosen, weights, check, worths, filled };
})
