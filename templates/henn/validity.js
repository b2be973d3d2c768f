// Made by `make scripts` from gm/games/henn/validity.py: change that, and make this again.
((house) => {
const { NOT_ALLOWED, UNREADABLE, bad_number, both, comparison, error, note, phrase, signed, warning } = house;
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
var HEAVIEST, MOST, SIDES, bad_exchange, bad_move, best, check, chosen, doubtful, filled, gone, moves, outlook, review, stands, weights, worth, worths;
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
        remarks = _pyfunc_op_add(remarks, bad_number("least", least, -MOST, MOST, [at, "least"]));
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
        message = phrase("no ticket can be exchanged for this", ({}));
        return [error(UNREADABLE, message, hint, [at, "for"])];
    }
    if ((_pyfunc_truthy(least) && ((!_pyfunc_op_equals(wanted, "better"))))) {
        message = phrase("least goes with better alone", ({}));
        return [error(NOT_ALLOWED, message, phrase("write for: better, or leave least out", ({})), [at, "least"])];
    }
    return (_pyfunc_truthy(least))? (bad_number("least", least, 1, MOST, [at, "least"])) : ([]);
};

review = function flx_review (position, rows) {
    var hint, message, own, remarks, row, standing, stub10_, stub10_i0, stub10_iter0, stub10_row, stub11_seq, stub12_itr, stub13_seq, stub14_itr, stub9_, stub9_i0, stub9_iter0, stub9_row, tried;
    stub9_ = [];stub9_iter0 = rows;if ((typeof stub9_iter0 === "object") && (!Array.isArray(stub9_iter0))) {stub9_iter0 = Object.keys(stub9_iter0);}for (stub9_i0=0; stub9_i0<stub9_iter0.length; stub9_i0++) {stub9_row = stub9_iter0[stub9_i0];if (!((!_pyfunc_truthy(stands(stub9_row))))) {continue;}{stub9_.push(stub9_row);}}
    own = stub9_;
    if ((_pyfunc_truthy(own) && ((!_pyfunc_truthy(position["moves"]))))) {
        message = phrase("you do not move on turn {turn}", ({turn: position["turn"]}));
        return [error(NOT_ALLOWED, message, phrase("send press without moves", ({})), own[0]["at"])];
    }
    remarks = [];
    stub13_seq = [false, true];
    if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
    for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
        standing = stub13_seq[stub14_itr];
        stub10_ = [];stub10_iter0 = rows;if ((typeof stub10_iter0 === "object") && (!Array.isArray(stub10_iter0))) {stub10_iter0 = Object.keys(stub10_iter0);}for (stub10_i0=0; stub10_i0<stub10_iter0.length; stub10_i0++) {stub10_row = stub10_iter0[stub10_i0];if (!(((_pyfunc_truthy(moves(stub10_row))) && ((_pyfunc_op_equals(stands(stub10_row), standing)))))) {continue;}{stub10_.push(stub10_row);}}
        tried = stub10_;
        stub11_seq = tried;
        if ((typeof stub11_seq === "object") && (!Array.isArray(stub11_seq))) { stub11_seq = Object.keys(stub11_seq);}
        for (stub12_itr = 0; stub12_itr < stub11_seq.length; stub12_itr += 1) {
            row = stub11_seq[stub12_itr];
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
    var cards, stub15_, stub15_card, stub15_i0, stub15_iter0, stub16_, stub16_card, stub16_i0, stub16_iter0, told;
    stub15_ = [];stub15_iter0 = row["card"];if ((typeof stub15_iter0 === "object") && (!Array.isArray(stub15_iter0))) {stub15_iter0 = Object.keys(stub15_iter0);}for (stub15_i0=0; stub15_i0<stub15_iter0.length; stub15_i0++) {stub15_card = stub15_iter0[stub15_i0];if (!(((_pyfunc_truthy(signed(stub15_card))) && ((_pyfunc_op_contains((_pyfunc_int(signed(stub15_card))), position["out"])))))) {continue;}{stub15_.push(stub15_card);}}
    cards = stub15_;
    stub16_ = [];stub16_iter0 = cards;if ((typeof stub16_iter0 === "object") && (!Array.isArray(stub16_iter0))) {stub16_iter0 = Object.keys(stub16_iter0);}for (stub16_i0=0; stub16_i0<stub16_iter0.length; stub16_i0++) {stub16_card = stub16_iter0[stub16_i0];{stub16_.push(phrase("card {card} has left the game", ({card: stub16_card})));}}
    told = stub16_;
    return (function list_comprehension (iter0) {var res = [];var message, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {message = iter0[i0];{res.push(warning(message, phrase("leave it out", ({})), [row["at"], "card"]));}}return res;}).call(this, told);
};

outlook = function flx_outlook (position, row) {
    var cards, number, runs, side, stub17_seq, stub18_itr, stub19_seq, stub20_itr, stub21_, stub21_i0, stub21_iter0, stub21_line, there, values, word;
    cards = ({});
    there = [];
    stub19_seq = _pyfunc_truthy(row["card"]) || SIDES;
    if ((typeof stub19_seq === "object") && (!Array.isArray(stub19_seq))) { stub19_seq = Object.keys(stub19_seq);}
    for (stub20_itr = 0; stub20_itr < stub19_seq.length; stub20_itr += 1) {
        word = stub19_seq[stub20_itr];
        stub17_seq = position["row"];
        if ((typeof stub17_seq === "object") && (!Array.isArray(stub17_seq))) { stub17_seq = Object.keys(stub17_seq);}
        for (stub18_itr = 0; stub18_itr < stub17_seq.length; stub18_itr += 1) {
            side = stub17_seq[stub18_itr];
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
    stub21_ = [];stub21_iter0 = cards[there[0]].slice(0,number);if ((typeof stub21_iter0 === "object") && (!Array.isArray(stub21_iter0))) {stub21_iter0 = Object.keys(stub21_iter0);}for (stub21_i0=0; stub21_i0<stub21_iter0.length; stub21_i0++) {stub21_line = stub21_iter0[stub21_i0];if (!((!_pyfunc_op_contains(stub21_line[0], position["home"])))) {continue;}{stub21_.push((_pyfunc_str(stub21_line[0]) + " ") + _pyfunc_str(stub21_line[1]));}}
    runs = stub21_;
    if ((!_pyfunc_truthy(runs))) {
        return phrase("this plays card {card} with your {number}, which runs nobody", values);
    }
    values["runs"] = both(runs);
    return phrase("this plays card {card} with your {number}: {runs}", values);
};

chosen = function flx_chosen (position, row, cards) {
    var each, favour, home, least, most, number, side, stub22_, stub23_, stub24_seq, stub25_itr, values;
    stub22_ = [position["number"], position["home"], signed(row["least"])];
    number = stub22_[0];home = stub22_[1];least = stub22_[2];
    if (_pyfunc_op_contains("blind", cards)) {
        values = ({number: number, least: _pyfunc_int((_pyfunc_truthy(least) || "0"))});
        return phrase("this plays the top of the deck: with your {number} if worth {least}, else the next", values);
    }
    if (_pyfunc_op_equals(row["number"], "next")) {
        return phrase("your next number decides which card is worth more", ({}));
    }
    favour = weights(row);
    stub23_ = best(cards, number, favour, home);
    side = stub23_[0];most = stub23_[1];
    values = ({number: number, most: most, card: position["row"][side]["card"]});
    if ((_pyfunc_truthy(least) && ((most < _pyfunc_int(least))))) {
        return phrase("with your {number}, the better card is worth {most} to you: this would be passed over", values);
    }
    if (_pyfunc_truthy(((!_pyfunc_op_contains("left", cards))) || (!_pyfunc_op_contains("right", cards)))) {
        return phrase("with your {number}, card {card} is worth {most} to you: this plays it", values);
    }
    stub24_seq = SIDES;
    if ((typeof stub24_seq === "object") && (!Array.isArray(stub24_seq))) { stub24_seq = Object.keys(stub24_seq);}
    for (stub25_itr = 0; stub25_itr < stub24_seq.length; stub25_itr += 1) {
        each = stub24_seq[stub25_itr];
        values[each] = worth(cards[each], number, favour, home);
    }
    return phrase("with your {number}, the left card is worth {left} to you, the right one {right}: this plays card {card}", values);
};

weights = function flx_weights (row) {
    var found, name, stub26_seq, stub27_itr;
    found = ({});
    stub26_seq = row["favour"];
    if ((typeof stub26_seq === "object") && (!Array.isArray(stub26_seq))) { stub26_seq = Object.keys(stub26_seq);}
    for (stub27_itr = 0; stub27_itr < stub26_seq.length; stub27_itr += 1) {
        name = stub26_seq[stub27_itr];
        found[name] = _pyfunc_int(signed(row["favour"][name]));
    }
    return found;
};

check = function flx_check (position, rows) {
    var full, row, said, stub28_, stub28_i0, stub28_iter0, stub28_row, stub29_seq, stub30_itr, wrong;
    said = [];
    stub28_ = [];stub28_iter0 = rows;if ((typeof stub28_iter0 === "object") && (!Array.isArray(stub28_iter0))) {stub28_iter0 = Object.keys(stub28_iter0);}for (stub28_i0=0; stub28_i0<stub28_iter0.length; stub28_i0++) {stub28_row = stub28_iter0[stub28_i0];{stub28_.push(filled(stub28_row));}}
    full = stub28_;
    stub29_seq = full;
    if ((typeof stub29_seq === "object") && (!Array.isArray(stub29_seq))) { stub29_seq = Object.keys(stub29_seq);}
    for (stub30_itr = 0; stub30_itr < stub29_seq.length; stub30_itr += 1) {
        row = stub29_seq[stub30_itr];
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
    var favour, points, side, stub31_seq, stub32_itr, told;
    favour = weights(row);
    told = [];
    stub31_seq = SIDES;
    if ((typeof stub31_seq === "object") && (!Array.isArray(stub31_seq))) { stub31_seq = Object.keys(stub31_seq);}
    for (stub32_itr = 0; stub32_itr < stub31_seq.length; stub32_itr += 1) {
        side = stub31_seq[stub32_itr];
        if ((_pyfunc_truthy(row["favour"]) && _pyfunc_op_contains(side, position["row"]))) {
            points = worth(position["row"][side]["lines"], position["number"], favour, position["home"]);
            _pymeth_append.call(told, (note(phrase("worth {points} to you", ({points: points})), ["art", side])));
        }
    }
    return told;
};

filled = function flx_filled (row) {
    var name, plain, stub33_seq, stub34_itr, stub35_seq, stub36_itr;
    plain = ({key: row["key"], at: row["at"], when: row["when"], favour: (_pyfunc_truthy(_pymeth_get.call(row, "favour"))) || ({})});
    stub33_seq = ["number", "least", "for"];
    if ((typeof stub33_seq === "object") && (!Array.isArray(stub33_seq))) { stub33_seq = Object.keys(stub33_seq);}
    for (stub34_itr = 0; stub34_itr < stub33_seq.length; stub34_itr += 1) {
        name = stub33_seq[stub34_itr];
        plain[name] = (_pyfunc_truthy(_pymeth_get.call(row, name))) || "";
    }
    stub35_seq = ["card", "swap"];
    if ((typeof stub35_seq === "object") && (!Array.isArray(stub35_seq))) { stub35_seq = Object.keys(stub35_seq);}
    for (stub36_itr = 0; stub36_itr < stub35_seq.length; stub36_itr += 1) {
        name = stub35_seq[stub36_itr];
        plain[name] = (_pyfunc_truthy(_pymeth_get.call(row, name))) || [];
    }
    return plain;
};

return { ...house, HEAVIEST, MOST, SIDES, worth, best, bad_move, bad_exchange, review, stands, moves, doubtful, gone, outlook, chosen, weights, check, worths, filled };
})
