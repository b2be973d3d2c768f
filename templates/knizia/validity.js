// Made by `make scripts` from gm/games/knizia/validity.py: change that, and make this again.
((house) => {
const { NOT_ALLOWED, error, forbidden, phrase, warning } = house;
var _pyfunc_all = function (x) { // nargs: 1
    for (var i=0; i<x.length; i++) {
        if (!_pyfunc_truthy(x[i])){return false;}
    } return true;
};
var _pyfunc_bool = function (x) { // nargs: 1
    return Boolean(_pyfunc_truthy(x));
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
var _pymeth_get = function (key, d) { // nargs: 1 2
    if (this.constructor !== Object) return this.get.apply(this, arguments);
    if (this[key] !== undefined) {return this[key];}
    else if (d !== undefined) {return d;}
    else {return null;}
};
var check, hopeless, look, missing, no_lowest, not_held, odd_bet, odd_card, passed_over, review;
review = function flx_review (position, moves) {
    var hint, message, move, readable, remarks, stub1_seq, stub2_itr, stub3_seq, stub4_itr;
    if (_pyfunc_truthy(((!_pyfunc_truthy(moves))) || (!_pyfunc_truthy(position["seated"])))) {
        return [];
    }
    if ((!_pyfunc_truthy(position["moves"]))) {
        message = phrase("you do not move on turn {turn}", ({turn: position["turn"]}));
        return forbidden(message, phrase("send press without moves"), [moves[0]["at"], "play"]);
    }
    remarks = [];
    readable = (_pyfunc_truthy(position["open"]))? ((function list_comprehension (iter0) {var res = [];var move, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {move = iter0[i0];if (!(move["read"])) {continue;}{res.push(move);}}return res;}).call(this, moves)) : ([]);
    stub1_seq = readable;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        move = stub1_seq[stub2_itr];
        remarks = _pyfunc_op_add(remarks, not_held(position["hand"], move));
    }
    stub3_seq = readable;
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        move = stub3_seq[stub4_itr];
        remarks = _pyfunc_op_add(remarks, odd_card(position, move));
        remarks = _pyfunc_op_add(remarks, odd_bet(position, move));
    }
    if ((_pyfunc_all(((function list_comprehension (iter0) {var res = [];var move, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {move = iter0[i0];{res.push(move["when"]);}}return res;}).call(this, moves))))) {
        message = phrase("if none of these moves is possible, the tool moves for you");
        hint = phrase("end the list with a move without a condition");
        _pymeth_append.call(remarks, warning(message, hint, [moves[moves.length -1]["at"], "play"]));
    }
    return remarks;
};

not_held = function flx_not_held (hand, move) {
    var card, hint, remarks, stub5_seq, stub6_itr;
    hint = look();
    remarks = [];
    if (((move["card"] !== null) && ((!_pyfunc_op_contains(move["card"], hand))))) {
        _pymeth_append.call(remarks, (error(NOT_ALLOWED, missing(move["card"]), hint, [move["at"], "play"])));
    }
    stub5_seq = _pyfunc_truthy(move["discard"]) || [];
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        card = stub5_seq[stub6_itr];
        if ((!_pyfunc_op_contains(card, hand))) {
            _pymeth_append.call(remarks, (error(NOT_ALLOWED, missing(card), hint, [move["at"], "discard"])));
        }
    }
    return remarks;
};

look = function flx_look () {
    return phrase("your report shows your hand");
};

missing = function flx_missing (card) {
    return phrase("{card} is not in your hand", ({card: card}));
};

odd_card = function flx_odd_card (position, move) {
    var message;
    if (((move["card"] === null) && _pyfunc_truthy(position["can_play"]))) {
        message = phrase("a move without a card is a pass, and you can play a card");
        return [warning(message, phrase("add play:"), [move["at"], "bet"])];
    }
    if (_pyfunc_truthy(no_lowest(position, move))) {
        message = phrase("no horse has a card at this fence yet");
        return [warning(message, phrase("name a horse"), [move["at"], "play"])];
    }
    if (((move["card"] !== null) && _pyfunc_op_contains(move["on"], position["fallen"]))) {
        message = phrase("{horse} has fallen", ({horse: move["on"]}));
        return [warning(message, phrase("choose another card"), [move["at"], "play"])];
    }
    return [];
};

no_lowest = function flx_no_lowest (position, move) {
    return (move["card"] !== null) && _pyfunc_op_equals(move["on"], "lowest") && (_pyfunc_truthy(_pyfunc_bool(position["first"]))) && ((!_pyfunc_truthy(position["tops"])));
};

hopeless = function flx_hopeless (position, move) {
    if ((move["card"] === null)) {
        return _pyfunc_bool(position["can_play"]);
    }
    return _pyfunc_op_contains(move["on"], position["fallen"]) || no_lowest(position, move);
};

odd_bet = function flx_odd_bet (position, move) {
    var hint;
    if ((!_pyfunc_truthy(move["bets"]))) {
        return [];
    }
    hint = phrase("leave the bet out");
    if ((!_pyfunc_truthy(position["betting"]))) {
        return [warning(phrase("there is no betting at fence 5"), hint, [move["at"], "bet"])];
    }
    if ((position["counters"] < 1)) {
        return [warning(phrase("you have no counter left to bet with"), hint, [move["at"], "bet"])];
    }
    return [];
};

check = function flx_check (position, rows) {
    var discard, moves, play, remarks, row, stub7_, stub7_i0, stub7_iter0, stub7_row, stub8_seq, stub9_itr;
    stub7_ = [];stub7_iter0 = rows;if ((typeof stub7_iter0 === "object") && (!Array.isArray(stub7_iter0))) {stub7_iter0 = Object.keys(stub7_iter0);}for (stub7_i0=0; stub7_i0<stub7_iter0.length; stub7_i0++) {stub7_row = stub7_iter0[stub7_i0];if (!((_pyfunc_op_equals(stub7_row["key"], "discard") && Array.isArray(stub7_row["discard"])))) {continue;}{stub7_.push(stub7_row["discard"]);}}
    discard = stub7_;
    moves = [];
    stub8_seq = rows;
    if ((typeof stub8_seq === "object") && (!Array.isArray(stub8_seq))) { stub8_seq = Object.keys(stub8_seq);}
    for (stub9_itr = 0; stub9_itr < stub8_seq.length; stub9_itr += 1) {
        row = stub8_seq[stub9_itr];
        if (_pyfunc_op_equals(row["key"], "move")) {
            play = (_pyfunc_truthy(_pymeth_get.call(row, "play"))) || ({card: null, on: ""});
            _pymeth_append.call(moves, (({card: play["card"], on: play["on"], bets: _pyfunc_bool(_pymeth_get.call(row, "bet")), discard: (_pyfunc_truthy(discard))? (discard[0]) : (null), when: row["when"], read: true, at: row["at"]})));
        }
    }
    remarks = review(position, moves);
    if ((_pyfunc_truthy(moves) && _pyfunc_truthy(position["open"]) && _pyfunc_truthy(position["moves"]) && ((_pyfunc_all(((function list_comprehension (iter0) {var res = [];var move, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {move = iter0[i0];{res.push(hopeless(position, move));}}return res;}).call(this, moves))))))) {
        remarks = _pyfunc_op_add(remarks, passed_over(moves));
    }
    return remarks;
};

passed_over = function flx_passed_over (moves) {
    var hint, last, message, stub10_, stub11_;
    last = moves[moves.length -1];
    if ((last["card"] === null)) {
        stub10_ = [phrase("a card is missing"), phrase("you can pass only when you can play no card")];
        message = stub10_[0];hint = stub10_[1];
    } else {
        stub11_ = [phrase("this order could only be passed over"), phrase("choose another card")];
        message = stub11_[0];hint = stub11_[1];
    }
    return forbidden(message, hint, [last["at"], "play"]);
};

return { ...house, review, not_held, look, missing, odd_card, no_lowest, hopeless, odd_bet, check, passed_over };
})
