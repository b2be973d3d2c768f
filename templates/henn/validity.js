// Made by `make scripts` from gm/games/henn/validity.py: change that, and make this again.
((house) => {
const { NOT_ALLOWED, UNREADABLE, bad_number, comparison, error, note, phrase, signed, warning } = house;
var _pyfunc_all = function (x) { // nargs: 1
    for (var i=0; i<x.length; i++) {
        if (!_pyfunc_truthy(x[i])){return false;}
    } return true;
};
var _pyfunc_bool = function (x) { // nargs: 1
    return Boolean(_pyfunc_truthy(x));
};
var _pyfunc_int = function (x, base) { // nargs: 1 2
    if(base !== undefined) return parseInt(x, base);
    return x<0 ? Math.ceil(x): Math.floor(x);
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
var HEAVIEST, MOST, SIDES, bad_exchange, bad_least, bad_move, best, check, chosen, doubtful, filled, gone, moves, outlook, review, stands, weights, worth, worths;
HEAVIEST = 99;
MOST = 999999999;
SIDES = ["left", "right"];
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
    var at, favour, hint, least, message, name, remarks, stub5_, stub6_seq, stub7_itr;
    stub5_ = [row["at"], row["favour"], row["least"], []];
    at = stub5_[0];favour = stub5_[1];least = stub5_[2];remarks = stub5_[3];
    if (_pyfunc_truthy(((!_pyfunc_truthy(row["card"]))) && ((!_pyfunc_truthy(favour))))) {
        hint = phrase("add card: left, or favour: and a horse", ({}));
        return [error(NOT_ALLOWED, phrase("this move says neither card nor favour", ({})), hint, at)];
    }
    stub6_seq = favour;
    if ((typeof stub6_seq === "object") && (!Array.isArray(stub6_seq))) { stub6_seq = Object.keys(stub6_seq);}
    for (stub7_itr = 0; stub7_itr < stub6_seq.length; stub7_itr += 1) {
        name = stub6_seq[stub7_itr];
        remarks = _pyfunc_op_add(remarks, bad_number(name, favour[name], -HEAVIEST, HEAVIEST, [at, "favour"]));
    }
    if ((_pyfunc_truthy(least) && _pyfunc_truthy(favour))) {
        remarks = _pyfunc_op_add(remarks, bad_least(least, -MOST, [at, "least"]));
    } else if (_pyfunc_truthy(least)) {
        message = phrase("least is for what a card is worth, and there is no favour", ({}));
        hint = phrase("add favour: and a horse, or leave least out", ({}));
        _pymeth_append.call(remarks, error(NOT_ALLOWED, message, hint, [at, "least"]));
    }
    if ((_pyfunc_truthy(favour) && _pyfunc_op_contains("blind", row["card"]) && (((row["card"].length) > 1)))) {
        message = phrase("nobody knows what a blind card is worth beside others", ({}));
        _pymeth_append.call(remarks, (error(NOT_ALLOWED, message, phrase("write card: blind alone", ({})), [at, "card"])));
    }
    return remarks;
};

bad_exchange = function flx_bad_exchange (row) {
    var at, hint, least, message, stub8_, wanted;
    stub8_ = [row["at"], row["for"], row["least"]];
    at = stub8_[0];wanted = stub8_[1];least = stub8_[2];
    hint = phrase("write for: open, blind, better or a place such as \"<= 3\"", ({}));
    if ((!_pyfunc_truthy(row["swap"]))) {
        message = phrase("this exchange does not say which horse", ({}));
        return [error(NOT_ALLOWED, message, phrase("add swap: and a horse, or any", ({})), at)];
    }
    if (_pyfunc_op_equals(row["swap"], ["none"])) {
        return [];
    }
    if ((!_pyfunc_truthy(wanted))) {
        return [error(NOT_ALLOWED, phrase("this exchange does not say for what", ({})), hint, at)];
    }
    if ((((!(Object.prototype.toString.call(wanted).slice(8,-1).toLowerCase() === 'string'))) || (!_pyfunc_truthy(_pyfunc_op_contains(wanted, ["open", "blind", "better"]) || comparison(wanted))))) {
        message = phrase("no ticket can be exchanged for {word}", ({word: _pyfunc_str(wanted).slice(0,30)}));
        return [error(UNREADABLE, message, hint, [at, "for"])];
    }
    if ((_pyfunc_truthy(least) && ((!_pyfunc_op_equals(wanted, "better"))))) {
        message = phrase("least goes with better alone", ({}));
        return [error(NOT_ALLOWED, message, phrase("write for: better, or leave least out", ({})), [at, "least"])];
    }
    return (_pyfunc_truthy(least))? (bad_least(least, 1, [at, "least"])) : ([]);
};

bad_least = function flx_bad_least (least, lowest, about) {
    var each, message, stub10_itr, stub9_seq, wrong;
    if ((((Object.prototype.toString.call(least).slice(8,-1).toLowerCase() === 'string')) && (_pyfunc_truthy(signed(least))) && (((_pyfunc_int(signed(least))) < lowest)))) {
        message = phrase("with better, least is 1 or more, and not {least}", ({least: least}));
        return [error(NOT_ALLOWED, message, phrase("write 1 or more, or leave least out", ({})), about)];
    }
    wrong = bad_number("least", least, lowest, MOST, about);
    stub9_seq = wrong;
    if ((typeof stub9_seq === "object") && (!Array.isArray(stub9_seq))) { stub9_seq = Object.keys(stub9_seq);}
    for (stub10_itr = 0; stub10_itr < stub9_seq.length; stub10_itr += 1) {
        each = stub9_seq[stub10_itr];
        each["hint"] = phrase("write a whole number such as 8", ({}));
    }
    return wrong;
};

review = function flx_review (position, rows) {
    var hint, message, own, remarks, row, standing, stub11_, stub11_i0, stub11_iter0, stub11_row, stub12_, stub12_i0, stub12_iter0, stub12_row, stub13_seq, stub14_itr, stub15_seq, stub16_itr, tried;
    stub11_ = [];stub11_iter0 = rows;if ((typeof stub11_iter0 === "object") && (!Array.isArray(stub11_iter0))) {stub11_iter0 = Object.keys(stub11_iter0);}for (stub11_i0=0; stub11_i0<stub11_iter0.length; stub11_i0++) {stub11_row = stub11_iter0[stub11_i0];if (!((!_pyfunc_truthy(stands(stub11_row))))) {continue;}{stub11_.push(stub11_row);}}
    own = stub11_;
    if ((_pyfunc_truthy(own) && ((!_pyfunc_truthy(position["moves"]))))) {
        message = phrase("you do not move on turn {turn}", ({turn: position["turn"]}));
        return [error(NOT_ALLOWED, message, phrase("send press without moves", ({})), own[0]["at"])];
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
            message = phrase("if none of these moves is possible, the tool moves for you", ({}));
            hint = phrase("end the list with left, or with a favour alone", ({}));
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
    return (function list_comprehension (iter0) {var res = [];var message, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {message = iter0[i0];{res.push(warning(message, phrase("leave it out", ({})), [row["at"], "card"]));}}return res;}).call(this, told);
};

outlook = function flx_outlook (position, row) {
    var cards, number, runs, side, stub19_seq, stub20_itr, stub21_seq, stub22_itr, stub23_, stub23_i0, stub23_iter0, stub23_line, there, values, word;
    cards = ({});
    there = [];
    stub21_seq = _pyfunc_truthy(row["card"]) || SIDES;
    if ((typeof stub21_seq === "object") && (!Array.isArray(stub21_seq))) { stub21_seq = Object.keys(stub21_seq);}
    for (stub22_itr = 0; stub22_itr < stub21_seq.length; stub22_itr += 1) {
        word = stub21_seq[stub22_itr];
        stub19_seq = position["row"];
        if ((typeof stub19_seq === "object") && (!Array.isArray(stub19_seq))) { stub19_seq = Object.keys(stub19_seq);}
        for (stub20_itr = 0; stub20_itr < stub19_seq.length; stub20_itr += 1) {
            side = stub19_seq[stub20_itr];
            if ((_pyfunc_op_equals(word, side) || (_pyfunc_op_equals(word, (_pyfunc_str((position["row"][side]["card"]))))))) {
                _pymeth_append.call(there, side);
                cards[side] = position["row"][side]["lines"];
            }
        }
    }
    if ((!_pyfunc_truthy(there))) {
        return phrase("no such card lies there now: this would be passed over", ({}));
    }
    if ((_pyfunc_truthy(row["favour"]) && ((!(_pyfunc_op_equals(row["card"], ["blind"]) && _pyfunc_truthy(row["number"])))))) {
        return chosen(position, row, cards);
    }
    number = position["number"];
    values = ({card: position["row"][there[0]]["card"], number: number});
    if (_pyfunc_op_equals(there[0], "blind")) {
        return phrase("this plays the top of the deck, whatever it is", ({}));
    }
    if (_pyfunc_op_equals(row["number"], "next")) {
        return phrase("this plays card {card} with your next number", values);
    }
    stub23_ = [];stub23_iter0 = cards[there[0]].slice(0,number);if ((typeof stub23_iter0 === "object") && (!Array.isArray(stub23_iter0))) {stub23_iter0 = Object.keys(stub23_iter0);}for (stub23_i0=0; stub23_i0<stub23_iter0.length; stub23_i0++) {stub23_line = stub23_iter0[stub23_i0];if (!((!_pyfunc_op_contains(stub23_line[0], position["home"])))) {continue;}{stub23_.push((_pyfunc_str(stub23_line[0]) + " ") + _pyfunc_str(stub23_line[1]));}}
    runs = stub23_;
    if ((!_pyfunc_truthy(runs))) {
        return phrase("this plays card {card} with your {number}, which runs nobody", values);
    }
    values["runs"] = runs;
    return phrase("this plays card {card} with your {number}: {runs}", values);
};

chosen = function flx_chosen (position, row, cards) {
    var each, favour, home, least, most, number, side, stub24_, stub25_, stub26_seq, stub27_itr, values;
    stub24_ = [position["number"], position["home"], signed(row["least"])];
    number = stub24_[0];home = stub24_[1];least = stub24_[2];
    if (_pyfunc_op_contains("blind", cards)) {
        values = ({number: number, least: _pyfunc_int((_pyfunc_truthy(least) || "0"))});
        return phrase("this plays the top of the deck: with your {number} if worth {least}, else the next", values);
    }
    if (_pyfunc_op_equals(row["number"], "next")) {
        return phrase("your next number decides which card is worth more", ({}));
    }
    favour = weights(row);
    stub25_ = best(cards, number, favour, home);
    side = stub25_[0];most = stub25_[1];
    values = ({number: number, most: most, card: position["row"][side]["card"]});
    if ((_pyfunc_truthy(least) && ((most < _pyfunc_int(least))))) {
        return phrase("with your {number}, the better card is worth {most} to you: this would be passed over", values);
    }
    if (_pyfunc_truthy(((!_pyfunc_op_contains("left", cards))) || (!_pyfunc_op_contains("right", cards)))) {
        return phrase("with your {number}, card {card} is worth {most} to you: this plays it", values);
    }
    stub26_seq = SIDES;
    if ((typeof stub26_seq === "object") && (!Array.isArray(stub26_seq))) { stub26_seq = Object.keys(stub26_seq);}
    for (stub27_itr = 0; stub27_itr < stub26_seq.length; stub27_itr += 1) {
        each = stub26_seq[stub27_itr];
        values[each] = worth(cards[each], number, favour, home);
    }
    return phrase("with your {number}, the left card is worth {left} to you, the right one {right}: this plays card {card}", values);
};

weights = function flx_weights (row) {
    var found, name, stub28_seq, stub29_itr;
    found = ({});
    stub28_seq = row["favour"];
    if ((typeof stub28_seq === "object") && (!Array.isArray(stub28_seq))) { stub28_seq = Object.keys(stub28_seq);}
    for (stub29_itr = 0; stub29_itr < stub28_seq.length; stub29_itr += 1) {
        name = stub28_seq[stub29_itr];
        found[name] = _pyfunc_int(signed(row["favour"][name]));
    }
    return found;
};

check = function flx_check (position, rows) {
    var full, row, said, stub30_, stub30_i0, stub30_iter0, stub30_row, stub31_seq, stub32_itr, wrong;
    said = [];
    stub30_ = [];stub30_iter0 = rows;if ((typeof stub30_iter0 === "object") && (!Array.isArray(stub30_iter0))) {stub30_iter0 = Object.keys(stub30_iter0);}for (stub30_i0=0; stub30_i0<stub30_iter0.length; stub30_i0++) {stub30_row = stub30_iter0[stub30_i0];{stub30_.push(filled(stub30_row));}}
    full = stub30_;
    stub31_seq = full;
    if ((typeof stub31_seq === "object") && (!Array.isArray(stub31_seq))) { stub31_seq = Object.keys(stub31_seq);}
    for (stub32_itr = 0; stub32_itr < stub31_seq.length; stub32_itr += 1) {
        row = stub31_seq[stub32_itr];
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
    var favour, points, side, stub33_seq, stub34_itr, told;
    favour = weights(row);
    told = [];
    stub33_seq = SIDES;
    if ((typeof stub33_seq === "object") && (!Array.isArray(stub33_seq))) { stub33_seq = Object.keys(stub33_seq);}
    for (stub34_itr = 0; stub34_itr < stub33_seq.length; stub34_itr += 1) {
        side = stub33_seq[stub34_itr];
        if ((_pyfunc_truthy(row["favour"]) && _pyfunc_op_contains(side, position["row"]))) {
            points = worth(position["row"][side]["lines"], position["number"], favour, position["home"]);
            _pymeth_append.call(told, (note(phrase("worth {points} to you", ({points: points})), ["art", side])));
        }
    }
    return told;
};

filled = function flx_filled (row) {
    var name, plain, stub35_seq, stub36_itr, stub37_seq, stub38_itr;
    plain = ({key: row["key"], at: row["at"], when: row["when"], favour: (_pyfunc_truthy(_pymeth_get.call(row, "favour"))) || ({})});
    stub35_seq = ["number", "least", "for"];
    if ((typeof stub35_seq === "object") && (!Array.isArray(stub35_seq))) { stub35_seq = Object.keys(stub35_seq);}
    for (stub36_itr = 0; stub36_itr < stub35_seq.length; stub36_itr += 1) {
        name = stub35_seq[stub36_itr];
        plain[name] = (_pyfunc_truthy(_pymeth_get.call(row, name))) || "";
    }
    stub37_seq = ["card", "swap"];
    if ((typeof stub37_seq === "object") && (!Array.isArray(stub37_seq))) { stub37_seq = Object.keys(stub37_seq);}
    for (stub38_itr = 0; stub38_itr < stub37_seq.length; stub38_itr += 1) {
        name = stub37_seq[stub38_itr];
        plain[name] = (_pyfunc_truthy(_pymeth_get.call(row, name))) || [];
    }
    return plain;
};

return { ...house, HEAVIEST, MOST, SIDES, worth, best, bad_move, bad_exchange, bad_least, review, stands, moves, doubtful, gone, outlook, chosen, weights, check, worths, filled };
})
