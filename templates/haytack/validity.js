// Made by `make scripts` from gm/games/haytack/validity.py: change that, and make this again.
((house) => {
const { NOT_ALLOWED, UNKNOWN, UNREADABLE, both, error, fold, note, phrase, warning, whole } = house;
var _pyfunc_any = function (x) { // nargs: 1
    for (var i=0; i<x.length; i++) {
        if (_pyfunc_truthy(x[i])){return true;}
    } return false;
};
var _pyfunc_enumerate = function (iter) { // nargs: 1
    var i, res=[];
    if ((typeof iter==="object") && (!Array.isArray(iter))) {iter = Object.keys(iter);}
    for (i=0; i<iter.length; i++) {res.push([i, iter[i]]);}
    return res;
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
var _pymeth_lstrip = function (chars) { // nargs: 0 1
    if (this.constructor !== String) return this.lstrip.apply(this, arguments);
    chars = (chars === undefined) ? ' \t\r\n' : chars;
    for (var i=0; i<this.length; i++) {
        if (chars.indexOf(this[i]) < 0) return this.slice(i);
    } return '';
};
var MOST_DIGITS, PRESS_ONLY, WRITE, bad_bid, check, cost, foresee, last_word, left_out, misplaced, notes, out, price, review, too_dear, too_dear_together, too_early, unending, wrong_fences;
MOST_DIGITS = 9;
WRITE = phrase("write a whole number such as 12, or all");
PRESS_ONLY = phrase("send press without orders");
bad_bid = function flx_bad_bid (play, about) {
    var text;
    text = ((Object.prototype.toString.call(play).slice(8,-1).toLowerCase() === 'string'))? (fold(play)) : ("");
    if (_pyfunc_op_equals(text, "all")) {
        return [];
    }
    if ((!_pyfunc_truthy(text))) {
        return [error(UNREADABLE, phrase("this cannot be played"), WRITE, about)];
    }
    if ((!_pyfunc_truthy(whole(text)))) {
        return [error(UNREADABLE, phrase("{bid} cannot be played", ({bid: text.slice(0,30)})), WRITE, about)];
    }
    if (((_pymeth_lstrip.call(text, "0").length) > MOST_DIGITS)) {
        return [error(NOT_ALLOWED, phrase("no horse will ever have that many points"), WRITE, about)];
    }
    return [];
};

price = function flx_price (play, points) {
    if (_pyfunc_truthy(bad_bid(play, null))) {
        return 0;
    }
    return ((_pyfunc_op_equals(fold(play), "all")))? (points) : (_pyfunc_int(fold(play)));
};

last_word = function flx_last_word (here) {
    if ((((!_pyfunc_truthy(here))) || (_pyfunc_any(((function list_comprehension (iter0) {var res = [];var line, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {line = iter0[i0];{res.push(!_pyfunc_truthy(line["when"]));}}return res;}).call(this, here)))))) {
        return [];
    }
    return [({key: here[0]["key"], play: "0", when: false, implied: true, at: here[0]["at"]})];
};

review = function flx_review (position, lines) {
    var fences, orders, remarks, stub1_, stub1_i0, stub1_iter0, stub1_line;
    if (_pyfunc_truthy(position["out"])) {
        return out(position, lines);
    }
    stub1_ = [];stub1_iter0 = lines;if ((typeof stub1_iter0 === "object") && (!Array.isArray(stub1_iter0))) {stub1_iter0 = Object.keys(stub1_iter0);}for (stub1_i0=0; stub1_i0<stub1_iter0.length; stub1_i0++) {stub1_line = stub1_iter0[stub1_i0];if (!((!_pyfunc_op_contains(stub1_line["key"], position["kinds"])))) {continue;}{stub1_.push(stub1_line);}}
    orders = stub1_;
    fences = position["fences"];
    remarks = wrong_fences(orders, fences, position["turn"]);
    if ((_pyfunc_truthy(orders) && _pyfunc_truthy(fences))) {
        remarks = _pyfunc_op_add(remarks, misplaced(orders, fences));
        remarks = _pyfunc_op_add(remarks, left_out(orders, fences));
        if (_pyfunc_truthy(position["open"])) {
            remarks = _pyfunc_op_add(remarks, cost(position["points"], orders, fences));
        }
    }
    return remarks;
};

out = function flx_out (position, lines) {
    var message, values;
    values = ({horse: position["horse"], fence: position["out_at"]});
    message = phrase("the race is over");
    if (_pyfunc_op_equals(position["out"], "retired")) {
        message = phrase("{horse} was taken out after fence {fence}", values);
    }
    if (_pyfunc_op_equals(position["out"], "fell")) {
        message = phrase("{horse} fell at fence {fence}", values);
    }
    return (function list_comprehension (iter0) {var res = [];var line, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {line = iter0[i0];{res.push(error(NOT_ALLOWED, message, PRESS_ONLY, line["at"]));}}return res;}).call(this, lines.slice(0,1));
};

wrong_fences = function flx_wrong_fences (orders, fences, turn) {
    var hint, message;
    if ((!_pyfunc_truthy(fences))) {
        message = phrase("no fence is jumped on turn {turn}", ({turn: turn}));
        return (function list_comprehension (iter0) {var res = [];var line, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {line = iter0[i0];{res.push(error(NOT_ALLOWED, message, "", line["at"]));}}return res;}).call(this, orders.slice(0,1));
    }
    hint = phrase("it has {fences}", ({fences: both(fences)}));
    return (function list_comprehension (iter0) {var res = [];var line, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {line = iter0[i0];if (!((((!_pyfunc_op_contains(line["key"], fences))) && ((!_pyfunc_truthy(line["implied"])))))) {continue;}{res.push(error(UNKNOWN, phrase("fence {fence} is not jumped on turn {turn}", ({fence: line["key"], turn: turn})), hint, line["at"]));}}return res;}).call(this, orders);
};

misplaced = function flx_misplaced (orders, fences) {
    var fence, here, remarks, stub2_, stub2_i0, stub2_iter0, stub2_line, stub3_seq, stub4_itr;
    remarks = [];
    stub3_seq = fences;
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        fence = stub3_seq[stub4_itr];
        stub2_ = [];stub2_iter0 = orders;if ((typeof stub2_iter0 === "object") && (!Array.isArray(stub2_iter0))) {stub2_iter0 = Object.keys(stub2_iter0);}for (stub2_i0=0; stub2_i0<stub2_iter0.length; stub2_i0++) {stub2_line = stub2_iter0[stub2_i0];if (!(_pyfunc_op_equals(stub2_line["key"], fence))) {continue;}{stub2_.push(stub2_line);}}
        here = stub2_;
        if (_pyfunc_op_equals(fence, fences[0])) {
            remarks = _pyfunc_op_add(remarks, too_early(fence, here));
        } else {
            remarks = _pyfunc_op_add(remarks, unending(fence, here));
        }
    }
    return remarks;
};

too_early = function flx_too_early (fence, here) {
    var hint, pattern;
    if ((((!_pyfunc_truthy(here))) || ((here.length == 1) && ((!_pyfunc_truthy(here[0]["when"])))))) {
        return [];
    }
    pattern = phrase("fence {fence} is the first of the turn: nothing has happened that it could depend on", ({fence: fence}));
    hint = phrase("write one number; alternatives are for the second");
    return [error(NOT_ALLOWED, pattern, hint, here[0]["at"])];
};

unending = function flx_unending (fence, here) {
    var certain, first, message, remark, stub5_, stub5_i0, stub5_iter0, stub5_line, stub5_number, values;
    stub5_ = [];stub5_iter0 = _pyfunc_enumerate(here);if ((typeof stub5_iter0 === "object") && (!Array.isArray(stub5_iter0))) {stub5_iter0 = Object.keys(stub5_iter0);}for (stub5_i0=0; stub5_i0<stub5_iter0.length; stub5_i0++) {stub5_number = stub5_iter0[stub5_i0][0]; stub5_line = stub5_iter0[stub5_i0][1];if (!((!_pyfunc_truthy(stub5_line["when"])))) {continue;}{stub5_.push(stub5_number);}}
    certain = stub5_;
    if ((!_pyfunc_truthy(certain))) {
        return [];
    }
    first = certain[0];
    if (_pyfunc_truthy(here[first]["implied"])) {
        message = phrase("if none of the alternatives for fence {fence} holds, you play 0", ({fence: fence}));
        remark = warning(message, phrase("end the list with a number alone"), here[0]["at"]);
        remark["section"] = fence;
        return [remark];
    }
    if ((first < (here.length - 1))) {
        values = ({fence: fence, bid: _pyfunc_str((here[first]["play"]))});
        message = phrase("fence {fence}: what stands after {bid} is never reached", values);
        return [warning(message, phrase("put the number without a condition last"), here[first + 1]["at"])];
    }
    return [];
};

left_out = function flx_left_out (orders, fences) {
    var fence, hint, named, remark, remarks, stub6_, stub6_i0, stub6_iter0, stub6_line, stub7_seq, stub8_itr;
    stub6_ = [];stub6_iter0 = orders;if ((typeof stub6_iter0 === "object") && (!Array.isArray(stub6_iter0))) {stub6_iter0 = Object.keys(stub6_iter0);}for (stub6_i0=0; stub6_i0<stub6_iter0.length; stub6_i0++) {stub6_line = stub6_iter0[stub6_i0];{stub6_.push(stub6_line["key"]);}}
    named = stub6_;
    hint = phrase("a standing order is used if you have one, else what the house rules say");
    remarks = [];
    stub7_seq = (function list_comprehension (iter0) {var res = [];var fence, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {fence = iter0[i0];if (!((!_pyfunc_op_contains(fence, named)))) {continue;}{res.push(fence);}}return res;}).call(this, fences);
    if ((typeof stub7_seq === "object") && (!Array.isArray(stub7_seq))) { stub7_seq = Object.keys(stub7_seq);}
    for (stub8_itr = 0; stub8_itr < stub7_seq.length; stub8_itr += 1) {
        fence = stub7_seq[stub8_itr];
        remark = warning(phrase("there is no number for fence {fence}", ({fence: fence})), hint, orders[0]["at"]);
        remark["section"] = fence;
        _pymeth_append.call(remarks, remark);
    }
    return remarks;
};

cost = function flx_cost (points, orders, fences) {
    var first, line, paid, rest, stub10_, stub10_i0, stub10_iter0, stub10_line, stub11_seq, stub12_itr, stub9_, stub9_i0, stub9_iter0, stub9_line;
    stub9_ = [];stub9_iter0 = orders;if ((typeof stub9_iter0 === "object") && (!Array.isArray(stub9_iter0))) {stub9_iter0 = Object.keys(stub9_iter0);}for (stub9_i0=0; stub9_i0<stub9_iter0.length; stub9_i0++) {stub9_line = stub9_iter0[stub9_i0];if (!(_pyfunc_op_equals(stub9_line["key"], fences[0]))) {continue;}{stub9_.push(stub9_line);}}
    first = stub9_;
    stub10_ = [];stub10_iter0 = orders;if ((typeof stub10_iter0 === "object") && (!Array.isArray(stub10_iter0))) {stub10_iter0 = Object.keys(stub10_iter0);}for (stub10_i0=0; stub10_i0<stub10_iter0.length; stub10_i0++) {stub10_line = stub10_iter0[stub10_i0];if (!((!_pyfunc_op_equals(stub10_line["key"], fences[0])))) {continue;}{stub10_.push(stub10_line);}}
    rest = stub10_;
    if ((_pyfunc_truthy(first) && ((price(first[0]["play"], points) > points)))) {
        return [too_dear(points, first[0], fences[0])];
    }
    paid = 0;
    stub11_seq = first;
    if ((typeof stub11_seq === "object") && (!Array.isArray(stub11_seq))) { stub11_seq = Object.keys(stub11_seq);}
    for (stub12_itr = 0; stub12_itr < stub11_seq.length; stub12_itr += 1) {
        line = stub11_seq[stub12_itr];
        paid = _pyfunc_op_add(paid, price(line["play"], points));
    }
    return too_dear_together(points, paid, rest, fences);
};

too_dear_together = function flx_too_dear_together (points, paid, rest, fences) {
    var dear, left, line, message, stub13_, stub14_seq, stub15_itr, total, values;
    if ((!_pyfunc_truthy(rest))) {
        return [];
    }
    stub13_ = [points - paid, rest[0]];
    left = stub13_[0];dear = stub13_[1];
    stub14_seq = rest;
    if ((typeof stub14_seq === "object") && (!Array.isArray(stub14_seq))) { stub14_seq = Object.keys(stub14_seq);}
    for (stub15_itr = 0; stub15_itr < stub14_seq.length; stub15_itr += 1) {
        line = stub14_seq[stub15_itr];
        if ((price(line["play"], left) > price(dear["play"], left))) {
            dear = line;
        }
    }
    total = _pyfunc_op_add(paid, price(dear["play"], left));
    if ((total <= points)) {
        return [];
    }
    values = ({fences: both(fences), total: total, points: points});
    message = phrase("fences {fences} together cost up to {total}, and you have {points}", values);
    return [warning(message, phrase("what you do not have is cut off"), dear["at"])];
};

too_dear = function flx_too_dear (points, line, fence) {
    var hint, message, values;
    values = ({paid: price(line["play"], points), fence: fence, points: points});
    message = phrase("you play {paid} at fence {fence}, and you have {points}", values);
    hint = phrase("write a number from 0 to {points}, or all", ({points: _pyfunc_str(points)}));
    return error(NOT_ALLOWED, message, hint, line["at"]);
};

foresee = function flx_foresee (position, lines) {
    var fence, here, leaves, left, line, stub16_, stub16_i0, stub16_iter0, stub16_line, stub17_seq, stub18_itr, stub19_seq, stub20_itr;
    leaves = [];
    left = position["points"];
    stub19_seq = position["fences"];
    if ((typeof stub19_seq === "object") && (!Array.isArray(stub19_seq))) { stub19_seq = Object.keys(stub19_seq);}
    for (stub20_itr = 0; stub20_itr < stub19_seq.length; stub20_itr += 1) {
        fence = stub19_seq[stub20_itr];
        stub16_ = [];stub16_iter0 = lines;if ((typeof stub16_iter0 === "object") && (!Array.isArray(stub16_iter0))) {stub16_iter0 = Object.keys(stub16_iter0);}for (stub16_i0=0; stub16_i0<stub16_iter0.length; stub16_i0++) {stub16_line = stub16_iter0[stub16_i0];if (!(_pyfunc_op_equals(stub16_line["key"], fence))) {continue;}{stub16_.push(stub16_line);}}
        here = stub16_;
        stub17_seq = here;
        if ((typeof stub17_seq === "object") && (!Array.isArray(stub17_seq))) { stub17_seq = Object.keys(stub17_seq);}
        for (stub18_itr = 0; stub18_itr < stub17_seq.length; stub18_itr += 1) {
            line = stub17_seq[stub18_itr];
            _pymeth_append.call(leaves, (({line: line, left: left - (Math.min(left, price(line["play"], left)))})));
        }
        left -= (_pyfunc_truthy(here))? (Math.min(left, price(here[0]["play"], left))) : (0);
    }
    return leaves;
};

check = function flx_check (position, rows) {
    var here, key, line, lines, remarks, stub21_, stub21_i0, stub21_iter0, stub21_line, stub22_seq, stub23_itr, stub24_seq, stub25_itr;
    lines = [];
    remarks = [];
    stub22_seq = _pyfunc_op_add(position["fences"], position["kinds"]);
    if ((typeof stub22_seq === "object") && (!Array.isArray(stub22_seq))) { stub22_seq = Object.keys(stub22_seq);}
    for (stub23_itr = 0; stub23_itr < stub22_seq.length; stub23_itr += 1) {
        key = stub22_seq[stub23_itr];
        stub21_ = [];stub21_iter0 = rows;if ((typeof stub21_iter0 === "object") && (!Array.isArray(stub21_iter0))) {stub21_iter0 = Object.keys(stub21_iter0);}for (stub21_i0=0; stub21_i0<stub21_iter0.length; stub21_i0++) {stub21_line = stub21_iter0[stub21_i0];if (!(_pyfunc_op_equals(stub21_line["key"], key))) {continue;}{stub21_.push(stub21_line);}}
        here = stub21_;
        lines = _pyfunc_op_add(lines, here);
        lines = _pyfunc_op_add(lines, last_word(here));
    }
    stub24_seq = lines;
    if ((typeof stub24_seq === "object") && (!Array.isArray(stub24_seq))) { stub24_seq = Object.keys(stub24_seq);}
    for (stub25_itr = 0; stub25_itr < stub24_seq.length; stub25_itr += 1) {
        line = stub24_seq[stub25_itr];
        remarks = _pyfunc_op_add(remarks, bad_bid(line["play"], line["at"]));
    }
    return _pyfunc_op_add((_pyfunc_op_add(remarks, review(position, lines))), notes(position, lines));
};

notes = function flx_notes (position, lines) {
    var last, least, leaves, left, line, most, points, remarks, stub26_, stub27_, stub28_, stub29_seq, stub30_itr, values;
    points = position["points"];
    if ((_pyfunc_truthy(lines) && ((_pyfunc_op_equals((lines[0]["key"]), (position["fences"][0])))) && ((price(lines[0]["play"], points) > points)))) {
        return [note(phrase("Points: {points}", ({points: points})), null)];
    }
    remarks = [];
    stub26_ = [points, points, ""];
    least = stub26_[0];most = stub26_[1];last = stub26_[2];
    stub29_seq = foresee(position, lines);
    if ((typeof stub29_seq === "object") && (!Array.isArray(stub29_seq))) { stub29_seq = Object.keys(stub29_seq);}
    for (stub30_itr = 0; stub30_itr < stub29_seq.length; stub30_itr += 1) {
        leaves = stub29_seq[stub30_itr];
        stub27_ = [leaves["line"], leaves["left"]];
        line = stub27_[0];left = stub27_[1];
        if (_pyfunc_truthy(((!_pyfunc_truthy(line["implied"]))) && ((!_pyfunc_truthy(bad_bid(line["play"], null)))))) {
            _pymeth_append.call(remarks, (note(phrase("leaves you {left}", ({left: left})), line["at"])));
        }
        stub28_ = [Math.min(least, left), ((!_pyfunc_op_equals(line["key"], last)))? (left) : (Math.max(most, left)), line["key"]];
        least = stub28_[0];most = stub28_[1];last = stub28_[2];
    }
    if (_pyfunc_op_equals(least, most)) {
        _pymeth_append.call(remarks, (note(phrase("Points left: {left} of {points}", ({left: least, points: points})), null)));
    } else {
        values = ({least: least, most: most, points: points});
        _pymeth_append.call(remarks, (note(phrase("Points left: {least} to {most} of {points}", values), null)));
    }
    return remarks;
};

return { ...house, MOST_DIGITS, WRITE, PRESS_ONLY, bad_bid, price, last_word, review, out, wrong_fences, misplaced, too_early, unending, left_out, cost, too_dear_together, too_dear, foresee, check, notes };
})
