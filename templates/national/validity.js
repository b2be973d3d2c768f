// Made by `make scripts` from gm/games/national/validity.py: change that, and make this again.
((house) => {
const { MINUS, UNKNOWN, UNREADABLE, error, fold, forbidden, note, phrase, warning, whole, without } = house;
var _pyfunc_all = function (x) { // nargs: 1
    for (var i=0; i<x.length; i++) {
        if (!_pyfunc_truthy(x[i])){return false;}
    } return true;
};
var _pyfunc_any = function (x) { // nargs: 1
    for (var i=0; i<x.length; i++) {
        if (_pyfunc_truthy(x[i])){return true;}
    } return false;
};
var _pyfunc_create_dict = function () {
    var d = {};
    for (var i=0; i<arguments.length; i+=2) { d[arguments[i]] = arguments[i+1]; }
    return d;
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
var _pyfunc_range = function (start, end, step) {
    var i, res = [];
    var val = start;
    var n = (end - start) / step;
    for (i=0; i<n; i++) {
        res.push(val);
        val += step;
    }
    return res;
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
var _pymeth_find = function (x, start, stop) { // nargs: 1 2 3
    if (this.constructor !== String) return this.find.apply(this, arguments);
    start = (start === undefined) ? 0 : start;
    stop = (stop === undefined) ? this.length : stop;
    start = Math.max(0, ((start < 0) ? this.length + start : start));
    stop = Math.min(this.length, ((stop < 0) ? this.length + stop : stop));
    var i = this.slice(start, stop).indexOf(x);
    if (i >= 0) return i + start;
    return -1;
};
var _pymeth_get = function (key, d) { // nargs: 1 2
    if (this.constructor !== Object) return this.get.apply(this, arguments);
    if (this[key] !== undefined) {return this[key];}
    else if (d !== undefined) {return d;}
    else {return null;}
};
var _pymeth_join = function (x) { // nargs: 1
    if (this.constructor !== String) return this.join.apply(this, arguments);
    return x.join(this);  // call join on the list instead of the string.
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
var _pymeth_replace = function (s1, s2, count) {  // nargs: 2 3
    if (this.constructor !== String) return this.replace.apply(this, arguments);
    var i = 0, i2, parts = [];
    count = (count === undefined) ? 1e20 : count;
    while (count > 0) {
        i2 = this.indexOf(s1, i);
        if (i2 >= 0) {
            parts.push(this.slice(i, i2));
            parts.push(s2);
            i = i2 + s1.length;
            count -= 1;
        } else break;
    }
    parts.push(this.slice(i));
    return parts.join('');
};
var _pymeth_split = function (sep, count) { // nargs: 0, 1 2
    if (this.constructor !== String) return this.split.apply(this, arguments);
    if (sep === '') {var e = Error('empty sep'); e.name='ValueError'; throw e;}
    sep = (sep === undefined) ? /\s/ : sep;
    if (count === undefined) { return this.split(sep); }
    var res = [], i = 0, index1 = 0, index2 = 0;
    while (i < count && index1 < this.length) {
        index2 = this.indexOf(sep, index1);
        if (index2 < 0) { break; }
        res.push(this.slice(index1, index2));
        index1 = index2 + sep.length || 1;
        i += 1;
    }
    res.push(this.slice(index1));
    return res;
};
var _pymeth_startswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.startswith.apply(this, arguments);
    return this.indexOf(x) == 0;
};
var _pymeth_strip = function (chars) { // nargs: 0 1
    if (this.constructor !== String) return this.strip.apply(this, arguments);
    chars = (chars === undefined) ? ' \t\r\n' : chars;
    var i, s1 = this, s2 = '', s3 = '';
    for (i=0; i<s1.length; i++) {
        if (chars.indexOf(s1[i]) < 0) {s2 = s1.slice(i); break;}
    } for (i=s2.length-1; i>=0; i--) {
        if (chars.indexOf(s2[i]) < 0) {s3 = s2.slice(0, i+1); break;}
    } return s3;
};
var _pymeth_values = function () { // nargs: 0
    if (this.constructor !== Object) return this.values.apply(this, arguments);
    var key, keys = Object.keys(this), res = [];
    for (var i=0; i<keys.length; i++) {key = keys[i]; res.push(this[key]);}
    return res;
};
var CURRENCY, EACH_WAY, ENDS, FASTEST, FILLERS, IN_THOUSANDS, ON, STEP, THOUSANDS, apart, bad_bid, bad_ride, bad_step, bad_wager, check, checked_bets, checked_ride, fence, is_lane, left_out, money, no_money, odd_bid, odd_ride, of_the_race, of_the_ring, of_the_sale, open_end, other_stake, over, pays, pieces, ride, speeds, spelled, strip, taken, told, too_many, ungrouped, unridden, wager, where, worst, would;
STEP = 10000;
FASTEST = 8;
ENDS = ["fence", "shoe", "clear"];
ON = ["win", "place"];
EACH_WAY = ["each", "way", "each-way", "ew"];
FILLERS = ["to", "for", "a", "on", "at", "the", "auf", "sur", "su", "per", "pour", "f\u00fcr"];
THOUSANDS = ",.'\u2019 ";
CURRENCY = ["\u00a3", "pounds", "pound", "gbp", "pfund", "livres", "sterline"];
IN_THOUSANDS = ["k", "thousand", "tausend", "tsd", "mille", "mila"];
money = function flx_money (text) {
    var digits, told;
    told = fold(text);
    if (_pymeth_startswith.call(told, "\u00a3")) {
        told = _pymeth_strip.call(told.slice(1));
    }
    told = without(told, CURRENCY);
    if ((!_pyfunc_op_equals(without(told, IN_THOUSANDS), told))) {
        told = without(told, IN_THOUSANDS) + "000";
    }
    digits = ungrouped(told);
    if ((((!_pyfunc_truthy(whole(digits)))) || (digits.length > 9))) {
        return -1;
    }
    return ((_pyfunc_int(digits) < 1000))? (_pyfunc_op_mult(_pyfunc_int(digits), 1000)) : (_pyfunc_int(digits));
};

ungrouped = function flx_ungrouped (text) {
    var parts;
    parts = _pymeth_split.call(((_pymeth_join.call("", ((function list_comprehension (iter0) {var res = [];var char, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {char = iter0[i0];{res.push((_pyfunc_op_contains(char, THOUSANDS))? (" ") : (char));}}return res;}).call(this, text))))), " ");
    return ((_pyfunc_any(((function list_comprehension (iter0) {var res = [];var part, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {part = iter0[i0];{res.push(part.length != 3);}}return res;}).call(this, parts.slice(1))))))? ("") : (_pymeth_join.call("", parts));
};

told = function flx_told (pounds) {
    var millions, most, rest, stub1_, stub2_, text, thousands;
    text = _pyfunc_str(pounds);
    stub1_ = [text.slice(Math.max(0, (text.length - 3))), text.slice(0,Math.max(0, (text.length - 3)))];
    rest = stub1_[0];most = stub1_[1];
    if ((!_pyfunc_truthy(most))) {
        return phrase("\u00a3{pounds}", ({pounds: rest}));
    }
    if ((most.length < 4)) {
        return phrase("\u00a3{thousands},{pounds}", ({thousands: most, pounds: rest}));
    }
    stub2_ = [most.slice(0,most.length - 3), most.slice(most.length - 3)];
    millions = stub2_[0];thousands = stub2_[1];
    return phrase("\u00a3{millions},{thousands},{pounds}", ({millions: millions, thousands: thousands, pounds: rest}));
};

bad_bid = function flx_bad_bid (text, about) {
    if ((((!(Object.prototype.toString.call(text).slice(8,-1).toLowerCase() === 'string'))) || (money(text) < 0))) {
        return [error(UNREADABLE, no_money(text), phrase("write an amount such as 60000, or just 60", ({})), about)];
    }
    return bad_step(text, money(text), about);
};

no_money = function flx_no_money (text) {
    if ((((!(Object.prototype.toString.call(text).slice(8,-1).toLowerCase() === 'string'))) || (!_pyfunc_truthy(_pymeth_strip.call(text))))) {
        return phrase("this is no amount of money", ({}));
    }
    return phrase("{text} is no amount of money", ({text: _pymeth_strip.call(text).slice(0,30)}));
};

bad_step = function flx_bad_step (text, pounds, about) {
    var message;
    if ((_pyfunc_op_equals((pounds % STEP), 0))) {
        return [];
    }
    message = phrase("{text} is no multiple of \u00a310,000", ({text: _pymeth_strip.call(text).slice(0,30)}));
    return forbidden(message, phrase("all money moves in steps of 10,000", ({})), about);
};

wager = function flx_wager (text) {
    var found, rest, stub3_seq, stub4_itr, word;
    found = ({stake: -1, on: "", both: false});
    if ((!(Object.prototype.toString.call(text).slice(8,-1).toLowerCase() === 'string'))) {
        return found;
    }
    rest = [];
    stub3_seq = _pymeth_split.call(fold(text));
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        word = stub3_seq[stub4_itr];
        if (_pyfunc_op_contains(word, ON)) {
            found["both"] = _pyfunc_truthy(found["both"]) || (!_pyfunc_op_contains(found["on"], ["", word]));
            found["on"] = word;
        } else if (_pyfunc_op_contains(word, EACH_WAY)) {
            found["both"] = true;
        } else if ((!_pyfunc_op_contains(word, FILLERS))) {
            _pymeth_append.call(rest, word);
        }
    }
    found["stake"] = money(_pymeth_join.call(" ", rest));
    return found;
};

bad_wager = function flx_bad_wager (text, about) {
    var found, hint, message, stub5_;
    stub5_ = [wager(text), phrase("write 10 win, or 10 place", ({}))];
    found = stub5_[0];hint = stub5_[1];
    if (_pyfunc_truthy(found["both"])) {
        message = phrase("a bet is to win or for a place, and this one says both", ({}));
        return forbidden(message, phrase("write two of them: [10 win, 10 place]", ({})), about);
    }
    if ((!_pyfunc_truthy(found["on"]))) {
        return forbidden(phrase("this bet does not say whether it is to win or for a place", ({})), hint, about);
    }
    if ((found["stake"] < 0)) {
        return [error(UNREADABLE, phrase("this bet does not say how much", ({})), hint, about)];
    }
    if ((found["stake"] < STEP)) {
        message = phrase("a bet is of \u00a310,000 or more, and this one is of {money}", ({money: told(found["stake"])}));
        return forbidden(message, phrase("write 10 or more", ({})), about);
    }
    return bad_step(text, found["stake"], about);
};

ride = function flx_ride (text) {
    var at, found, stub6_, words;
    stub6_ = [unridden(), ((Object.prototype.toString.call(text).slice(8,-1).toLowerCase() === 'string'))? (pieces(text)) : ([])];
    found = stub6_[0];words = stub6_[1];
    at = 0;
    while (at < words.length) {
        at = _pyfunc_op_add(at, taken(found, words, at));
    }
    found["alone"] = words.length == 1;
    return found;
};

unridden = function flx_unridden () {
    return ({speeds: [], ends: [], lane: 0, lanes: 0, retire: false, wrong: "", alone: true});
};

spelled = function flx_spelled (text) {
    var all_words, at, found, many, own, stub7_, words;
    stub7_ = [[], pieces(text), 0];
    all_words = stub7_[0];words = stub7_[1];at = stub7_[2];
    while (at < words.length) {
        found = unridden();
        many = taken(found, words, at);
        own = _pyfunc_op_add(((function list_comprehension (iter0) {var res = [];var speed, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {speed = iter0[i0];{res.push(_pyfunc_str(speed));}}return res;}).call(this, found["speeds"])), found["ends"]);
        own = _pyfunc_op_add(own, (_pyfunc_truthy(found["lane"]))? (["lane " + _pyfunc_str(found["lane"])]) : ([]));
        own = _pyfunc_op_add(own, (_pyfunc_truthy(_pyfunc_truthy(found["retire"]) || found["wrong"]))? (words.slice(at,_pyfunc_op_add(at, many))) : ([]));
        all_words = _pyfunc_op_add(all_words, (function list_comprehension (iter0) {var res = [];var word, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {word = iter0[i0];if (!((!_pyfunc_op_contains(word, all_words)))) {continue;}{res.push(word);}}return res;}).call(this, own));
        at = _pyfunc_op_add(at, many);
    }
    return all_words;
};

pieces = function flx_pieces (text) {
    var joined, plain;
    plain = _pymeth_join.call("", ((function list_comprehension (iter0) {var res = [];var char, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {char = iter0[i0];{res.push((_pyfunc_op_contains(char, ",;/"))? (" ") : ((_pyfunc_op_contains(char, MINUS))? ("-") : (char)));}}return res;}).call(this, without(fold(text), ["."]))));
    joined = _pymeth_replace.call(_pymeth_replace.call(plain, " -", "-"), "- ", "-");
    return _pymeth_split.call(joined);
};

taken = function flx_taken (found, words, at) {
    var after, number, word;
    word = words[at];
    after = (((at + 1) < words.length))? (words[at + 1]) : ("");
    if ((_pyfunc_op_equals(word, "lane") || (_pymeth_startswith.call(word, "lane") && (_pyfunc_truthy(whole(word.slice(4))))))) {
        number = (_pyfunc_truthy(word.slice(4))) || after;
        found["lanes"] += 1;
        found["lane"] = (_pyfunc_truthy(is_lane(number)))? (_pyfunc_int(number)) : (0);
        if ((!_pyfunc_truthy(is_lane(number)))) {
            found["wrong"] = _pyfunc_truthy(found["wrong"]) || ((_pyfunc_truthy(number))? ((word + " ") + number) : (word));
        }
        return ((_pyfunc_op_equals(word, "lane") && _pyfunc_truthy(after)))? (2) : (1);
    }
    if (_pyfunc_op_contains(word, ENDS)) {
        _pymeth_append.call(found["ends"], word);
    } else if (_pyfunc_op_equals(word, "retire")) {
        found["retire"] = true;
    } else if (_pyfunc_truthy(speeds(word))) {
        found["speeds"] = _pyfunc_op_add(found["speeds"], speeds(word));
    } else if ((!_pyfunc_op_equals(word, "or"))) {
        found["wrong"] = _pyfunc_truthy(found["wrong"]) || word;
    }
    return 1;
};

is_lane = function flx_is_lane (text) {
    return (text.length == 1) && _pyfunc_op_contains(text, "123456");
};

speeds = function flx_speeds (word) {
    var ends, first, last, stub8_;
    ends = _pymeth_split.call(word, "-");
    if (((ends.length > 2) || (!(_pyfunc_all(((function list_comprehension (iter0) {var res = [];var end, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {end = iter0[i0];{res.push((end.length == 1) && _pyfunc_op_contains(end, "12345678"));}}return res;}).call(this, ends))))))) {
        return [];
    }
    stub8_ = [_pyfunc_int(ends[0]), _pyfunc_int(ends[ends.length - 1])];
    first = stub8_[0];last = stub8_[1];
    return ((first <= last))? (_pyfunc_list((_pyfunc_range(first, (last + 1), 1)))) : (_pyfunc_list((_pyfunc_range(first, (last - 1), (-1)))));
};

bad_ride = function flx_bad_ride (text, about) {
    var found, hint;
    found = ride(text);
    hint = phrase("write speeds from 1 to 8, fence, shoe or clear, and a lane from 1 to 6, such as 4-6 clear lane 2");
    if (_pyfunc_truthy(found["wrong"])) {
        return [error(UNKNOWN, phrase("a ride has no {word}", ({word: found["wrong"].slice(0,30)})), hint, about)];
    }
    if ((found["lanes"] > 1)) {
        return forbidden(phrase("this ride names two lanes", ({})), phrase("keep one of the two", ({})), about);
    }
    if ((_pyfunc_truthy(found["retire"]) && ((!_pyfunc_truthy(found["alone"]))))) {
        return forbidden(phrase("retire stands alone", ({})), phrase("leave out the rest", ({})), about);
    }
    if (_pyfunc_truthy(((!_pyfunc_truthy(found["speeds"]))) && ((!_pyfunc_truthy(found["retire"]))))) {
        return forbidden(phrase("this ride does not say how fast", ({})), hint, about);
    }
    return [];
};

odd_bid = function flx_odd_bid (position, row, about) {
    var bid, limit, message, stub9_, values;
    if (_pyfunc_truthy(bad_bid(row["play"], about))) {
        return [];
    }
    stub9_ = [money(row["play"]), position["limit"]];
    bid = stub9_[0];limit = stub9_[1];
    values = ({horse: row["horse"], bid: told(bid), reserve: told(row["reserve"]), limit: told(Math.max(0, limit))});
    if ((bid < row["reserve"])) {
        message = phrase("you bid {bid} for {horse}, which is not sold under {reserve}", values);
        return [warning(message, phrase("it counts as no bid", ({})), about)];
    }
    if ((bid > limit)) {
        message = phrase("you bid {bid} for {horse}, and can pay {limit} at most", values);
        return [warning(message, phrase("\u00a310,000 are kept for each box that would still be empty", ({})), about)];
    }
    return [];
};

odd_ride = function flx_odd_ride (runner, text, about) {
    var found, message, said, stub10_, values;
    stub10_ = [ride(text), []];
    found = stub10_[0];said = stub10_[1];
    values = ({horse: runner["horse"], points: runner["points"]});
    if ((_pyfunc_truthy(found["retire"]) && _pyfunc_truthy(runner["first"]))) {
        message = phrase("{horse} is one of the first four, and cannot be retired as things stand", values);
        _pymeth_append.call(said, warning(message, "", about));
    }
    if ((_pyfunc_any(((function list_comprehension (iter0) {var res = [];var speed, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {speed = iter0[i0];{res.push(speed > runner["points"]);}}return res;}).call(this, found["speeds"]))))) {
        message = phrase("{horse} has {points} speed points, and is ridden no faster than that", values);
        _pymeth_append.call(said, warning(message, "", about));
    }
    if (((((found["speeds"].length) > 1)) && ((!_pyfunc_truthy(found["ends"]))))) {
        message = phrase("of several speeds the first is taken, if the ride does not say where to land", ({}));
        _pymeth_append.call(said, (warning(message, phrase("add fence, shoe or clear", ({})), about)));
    }
    return said;
};

open_end = function flx_open_end (about) {
    var message;
    message = phrase("if no condition of this list holds, there is nothing left to try", ({}));
    return warning(message, phrase("end the list with what you want in any other case", ({})), about);
};

left_out = function flx_left_out (position, named) {
    var hint, horse, said, stub11_, stub12_seq, stub13_itr;
    stub11_ = [phrase("a standing ride of yours counts for it; without one the desk rides it", ({})), []];
    hint = stub11_[0];said = stub11_[1];
    stub12_seq = (function list_comprehension (iter0) {var res = [];var each, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {each = iter0[i0];if (!((!_pyfunc_op_contains(each, named)))) {continue;}{res.push(each);}}return res;}).call(this, position["runners"]);
    if ((typeof stub12_seq === "object") && (!Array.isArray(stub12_seq))) { stub12_seq = Object.keys(stub12_seq);}
    for (stub13_itr = 0; stub13_itr < stub12_seq.length; stub13_itr += 1) {
        horse = stub12_seq[stub13_itr];
        _pymeth_append.call(said, (warning(phrase("you do not name {horse}", ({horse: horse})), hint, null)));
        said[said.length - 1]["section"] = "ride " + horse;
    }
    return said;
};

check = function flx_check (position, rows) {
    var bid, horse, last, row, said, section, stub14_, stub15_seq, stub16_itr;
    said = [];
    last = ({});
    stub15_seq = rows;
    if ((typeof stub15_seq === "object") && (!Array.isArray(stub15_seq))) { stub15_seq = Object.keys(stub15_seq);}
    for (stub16_itr = 0; stub16_itr < stub15_seq.length; stub16_itr += 1) {
        row = stub15_seq[stub16_itr];
        stub14_ = apart(row["key"]);
        section = stub14_[0];horse = stub14_[1];
        last[row["key"]] = row;
        if (_pyfunc_op_equals(section, "bids")) {
            bid = ({horse: horse, reserve: position["reserves"][horse], play: (_pyfunc_truthy(_pymeth_get.call(row, "bid"))) || ""});
            said = _pyfunc_op_add(said, (_pyfunc_truthy(bad_bid(bid["play"], [row["at"], "bid"]))) || odd_bid(position, bid, [row["at"], "bid"]));
        } else if (_pyfunc_op_equals(section, "bets")) {
            said = _pyfunc_op_add(said, checked_bets(position, horse, row));
        } else {
            said = _pyfunc_op_add(said, checked_ride(position["runners"][horse], section, (_pyfunc_truthy(_pymeth_get.call(row, "ride"))) || "", row["at"]));
        }
    }
    said = _pyfunc_op_add(said, (function list_comprehension (iter0) {var res = [];var row, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {row = iter0[i0];if (!(row["when"])) {continue;}{res.push(open_end(row["at"]));}}return res;}).call(this, _pymeth_values.call(last)));
    return _pyfunc_op_add((_pyfunc_op_add((_pyfunc_op_add(said, of_the_sale(position, rows))), of_the_ring(position, rows))), of_the_race(position, rows));
};

apart = function flx_apart (key) {
    var at;
    at = _pymeth_find.call(key, " ");
    return [key.slice(0,at), key.slice(at + 1)];
};

of_the_sale = function flx_of_the_sale (position, rows) {
    var bids, highest, horse, many, paid, row, section, stub17_, stub18_seq, stub19_itr, stub20_, stub20_i0, stub20_iter0, stub21_, values;
    highest = ({});
    stub18_seq = rows;
    if ((typeof stub18_seq === "object") && (!Array.isArray(stub18_seq))) { stub18_seq = Object.keys(stub18_seq);}
    for (stub19_itr = 0; stub19_itr < stub18_seq.length; stub19_itr += 1) {
        row = stub18_seq[stub19_itr];
        stub17_ = apart(row["key"]);
        section = stub17_[0];horse = stub17_[1];
        if ((_pyfunc_op_equals(section, "bids") && ((!_pyfunc_truthy(bad_bid((_pyfunc_truthy(_pymeth_get.call(row, "bid"))) || "", null)))))) {
            highest[horse] = Math.max(_pymeth_get.call(highest, horse, 0), money(row["bid"]));
        }
    }
    stub20_ = [];stub20_iter0 = position["lots"];if ((typeof stub20_iter0 === "object") && (!Array.isArray(stub20_iter0))) {stub20_iter0 = Object.keys(stub20_iter0);}for (stub20_i0=0; stub20_i0<stub20_iter0.length; stub20_i0++) {horse = stub20_iter0[stub20_i0];if (!(_pyfunc_op_contains(horse, highest))) {continue;}{stub20_.push([position["reserves"][horse], highest[horse]]);}}
    bids = stub20_;
    if ((!_pyfunc_truthy(bids))) {
        return [];
    }
    stub21_ = worst(position["purse"], position["boxes"], bids);
    paid = stub21_[0];many = stub21_[1];
    values = ({paid: told(paid), left: told(position["purse"] - paid), many: many, boxes: position["boxes"]});
    return [note(phrase("At worst you pay {paid}: {left} left, {many} of {boxes} boxes filled", values), null)];
};

worst = function flx_worst (purse, boxes, bids) {
    var before, bid, limit, many, most, reserve, stub22_seq, stub23_itr, stub24_seq, stub25_itr, stub26_tgt, sums;
    sums = _pyfunc_op_add(([[0]]), ((function list_comprehension (iter0) {var res = [];var _, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {_ = iter0[i0];{res.push([]);}}return res;}).call(this, _pyfunc_range(0, boxes, 1))));
    stub24_seq = bids;
    if ((typeof stub24_seq === "object") && (!Array.isArray(stub24_seq))) { stub24_seq = Object.keys(stub24_seq);}
    for (stub25_itr = 0; stub25_itr < stub24_seq.length; stub25_itr += 1) {
        stub26_tgt = stub24_seq[stub25_itr];
        reserve = stub26_tgt[0]; bid = stub26_tgt[1];
        for (many = boxes - 1; many > -1; many += -1) {
            stub22_seq = sums[many];
            if ((typeof stub22_seq === "object") && (!Array.isArray(stub22_seq))) { stub22_seq = Object.keys(stub22_seq);}
            for (stub23_itr = 0; stub23_itr < stub22_seq.length; stub23_itr += 1) {
                before = stub22_seq[stub23_itr];
                limit = Math.min(bid, ((purse - before) - (_pyfunc_op_mult(STEP, ((boxes - many) - 1)))));
                if (((limit >= reserve) && ((!_pyfunc_op_contains(_pyfunc_op_add(before, limit), sums[many + 1]))))) {
                    _pymeth_append.call(sums[many + 1], _pyfunc_op_add(before, limit));
                }
            }
        }
    }
    most = Math.max.apply(null, (function list_comprehension (iter0) {var res = [];var some, i0, paid, i1, iter1;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {some = iter0[i0];iter1 = some;if ((typeof iter1 === "object") && (!Array.isArray(iter1))) {iter1 = Object.keys(iter1);}for (i1=0; i1<iter1.length; i1++) {paid = iter1[i1];{res.push(paid);}}}return res;}).call(this, sums));
    return [most, Math.max.apply(null, (function list_comprehension (iter0) {var res = [];var many, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {many = iter0[i0];if (!(_pyfunc_op_contains(most, sums[many]))) {continue;}{res.push(many);}}return res;}).call(this, _pyfunc_range(0, (boxes + 1), 1)))];
};

checked_bets = function flx_checked_bets (position, horse, row) {
    var about, at, said, stub27_, stub28_seq, stub29_itr, text;
    said = [];
    stub28_seq = [0, 1];
    if ((typeof stub28_seq === "object") && (!Array.isArray(stub28_seq))) { stub28_seq = Object.keys(stub28_seq);}
    for (stub29_itr = 0; stub29_itr < stub28_seq.length; stub29_itr += 1) {
        at = stub28_seq[stub29_itr];
        if (_pyfunc_truthy(_pymeth_strip.call((((_pyfunc_truthy(_pymeth_get.call(row, ON[at]))) || ""))))) {
            stub27_ = [[row["at"], ON[at]], ((row[ON[at]]) + " ") + ON[at]];
            about = stub27_[0];text = stub27_[1];
            said = _pyfunc_op_add(said, (_pyfunc_truthy(bad_wager(text, about))) || (pays(position, wager(text)["stake"], position["odds"][horse][at], about)));
        }
    }
    return said;
};

pays = function flx_pays (position, stake, odds, about) {
    if ((_pyfunc_truthy(position["ante_post"]) && ((!_pyfunc_op_equals(stake, STEP))))) {
        return forbidden(other_stake(stake), "", about);
    }
    return [note(phrase("pays {money}", ({money: told(_pyfunc_op_mult(stake, (odds + 1)))})), about)];
};

other_stake = function flx_other_stake (pounds) {
    return phrase("an ante-post bet is of \u00a310,000, and yours is of {money}", ({money: told(pounds)}));
};

too_many = function flx_too_many (many) {
    return phrase("you place {many} bets, and before the going is known there is one", ({many: many}));
};

of_the_ring = function flx_of_the_ring (position, rows) {
    var many, row, staked, stub30_, stub31_seq, stub32_itr, stub33_seq, stub34_itr, text, values;
    stub30_ = [0, 0];
    many = stub30_[0];staked = stub30_[1];
    stub33_seq = rows;
    if ((typeof stub33_seq === "object") && (!Array.isArray(stub33_seq))) { stub33_seq = Object.keys(stub33_seq);}
    for (stub34_itr = 0; stub34_itr < stub33_seq.length; stub34_itr += 1) {
        row = stub33_seq[stub34_itr];
        stub31_seq = ((_pyfunc_op_equals((apart(row["key"])[0]), "bets")))? ((function list_comprehension (iter0) {var res = [];var on, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {on = iter0[i0];{res.push((_pyfunc_truthy(_pymeth_get.call(row, on))) || "");}}return res;}).call(this, ON)) : ([]);
        if ((typeof stub31_seq === "object") && (!Array.isArray(stub31_seq))) { stub31_seq = Object.keys(stub31_seq);}
        for (stub32_itr = 0; stub32_itr < stub31_seq.length; stub32_itr += 1) {
            text = stub31_seq[stub32_itr];
            many = _pyfunc_op_add(many, (_pyfunc_truthy(_pymeth_strip.call(text)))? (1) : (0));
            staked = _pyfunc_op_add(staked, Math.max(0, money(text)));
        }
    }
    if ((!_pyfunc_truthy(many))) {
        return [];
    }
    if ((_pyfunc_truthy(position["ante_post"]) && (many > 1))) {
        return forbidden(too_many(many), "", null);
    }
    values = ({staked: told(staked), left: told(Math.max(0, (position["purse"] - staked)))});
    return (_pyfunc_truthy(over(position, staked))) || [note(phrase("You stake {staked}: {left} left", values), null)];
};

over = function flx_over (position, staked) {
    var message;
    if ((staked <= position["purse"])) {
        return [];
    }
    message = phrase("you bet {total}, and you have {purse}", ({total: told(staked), purse: told(position["purse"])}));
    return forbidden(message, "", null);
};

of_the_race = function flx_of_the_race (position, rows) {
    var named, stub35_, stub35_i0, stub35_iter0, stub35_row;
    stub35_ = [];stub35_iter0 = rows;if ((typeof stub35_iter0 === "object") && (!Array.isArray(stub35_iter0))) {stub35_iter0 = Object.keys(stub35_iter0);}for (stub35_i0=0; stub35_i0<stub35_iter0.length; stub35_i0++) {stub35_row = stub35_iter0[stub35_i0];if (!(_pymeth_get.call(stub35_row, "ride"))) {continue;}{stub35_.push(apart(stub35_row["key"]));}}
    named = stub35_;
    return ((_pyfunc_any(((function list_comprehension (iter0) {var res = [];var section, _, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {section = iter0[i0][0]; _ = iter0[i0][1];{res.push(_pyfunc_op_equals(section, "ride"));}}return res;}).call(this, named)))))? (left_out(position, (function list_comprehension (iter0) {var res = [];var _, horse, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {_ = iter0[i0][0]; horse = iter0[i0][1];{res.push(horse);}}return res;}).call(this, named))) : ([]);
};

checked_ride = function flx_checked_ride (runner, section, text, at) {
    var found, stub36_, told_of, wrong;
    stub36_ = [ride(text), bad_ride(text, [at, "ride"])];
    found = stub36_[0];wrong = stub36_[1];
    told_of = ((_pyfunc_op_equals(section, "ride") && _pyfunc_truthy(found["speeds"]) && ((!_pyfunc_truthy(wrong)))))? ([note(would(runner, found), at)]) : ([]);
    return _pyfunc_truthy(wrong) || (_pyfunc_op_add(odd_ride(runner, text, [at, "ride"]), told_of));
};

would = function flx_would (runner, found) {
    var end, fitting, lands, speed, stub37_, stub38_seq, stub39_itr, there, values;
    stub37_ = [runner["lands"][_pyfunc_str(found["lane"])], []];
    lands = stub37_[0];fitting = stub37_[1];
    stub38_seq = found["ends"];
    if ((typeof stub38_seq === "object") && (!Array.isArray(stub38_seq))) { stub38_seq = Object.keys(stub38_seq);}
    for (stub39_itr = 0; stub39_itr < stub38_seq.length; stub39_itr += 1) {
        end = stub38_seq[stub39_itr];
        fitting = _pyfunc_op_add(fitting, (function list_comprehension (iter0) {var res = [];var speed, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {speed = iter0[i0];if (!((_pyfunc_op_equals((_pymeth_replace.call((lands[speed - 1][0]), "home", "clear")), end)))) {continue;}{res.push(speed);}}return res;}).call(this, found["speeds"]));
    }
    speed = _pyfunc_op_add(fitting, found["speeds"])[0];
    there = lands[speed - 1];
    values = ({speed: speed, where: where(there), square: there[1], left: runner["points"] - there[3]});
    return phrase("If nobody is in the way: {speed}, {where} ({square}). Speed points left: {left}", values);
};

strip = function flx_strip (position, key, text) {
    var does, horse, lands, mark, section, speed, stub40_, stub41_, stub42_, stub43_seq, stub44_itr, stub45_tgt, there, tiles, values;
    stub40_ = apart(key);
    section = stub40_[0];horse = stub40_[1];
    if ((!_pyfunc_op_equals(section, "ride"))) {
        return [];
    }
    tiles = [];
    stub43_seq = _pyfunc_enumerate((position["runners"][horse]["lands"][_pyfunc_str((ride(text)["lane"]))]));
    if ((typeof stub43_seq === "object") && (!Array.isArray(stub43_seq))) { stub43_seq = Object.keys(stub43_seq);}
    for (stub44_itr = 0; stub44_itr < stub43_seq.length; stub44_itr += 1) {
        stub45_tgt = stub43_seq[stub44_itr];
        speed = stub45_tgt[0]; there = stub45_tgt[1];
        values = ({speed: speed + 1, where: where(there), square: there[1], lane: there[2], paid: there[3]});
        lands = phrase("{speed}: square {square}, lane {lane}, {where}; speed points: {paid}", values);
        stub41_ = [phrase("{where} ({square})", values), there[0]];
        does = stub41_[0];mark = stub41_[1];
        if (_pyfunc_truthy(there[5])) {
            lands = phrase("{lands}; {horse} stands there now", ({lands: lands, horse: there[5]}));
            stub42_ = [phrase("{where} ({square}), taken", values), mark + " taken"];
            does = stub42_[0];mark = stub42_[1];
        }
        _pymeth_append.call(tiles, (({tile: _pyfunc_str((speed + 1)), does: does, told: lands, mark: mark})));
    }
    return tiles;
};

where = function flx_where (there) {
    var kinds;
    kinds = ({home: phrase("home", ({})), shoe: phrase("shoe", ({})), clear: phrase("clear", ({}))});
    return (_pyfunc_op_equals(there[0], "fence"))? (fence(there[4])) : (kinds[there[0]]);
};

fence = function flx_fence (number) {
    var again, named, stub46_;
    again = _pyfunc_str(((_pyfunc_op_contains(number, [22, 23, 24, 25]))? (number - 16) : (number)));
    named = _pyfunc_create_dict("6", (phrase("Becher's Brook", ({}))), "7", (phrase("Foinavon", ({}))), "8", (phrase("Canal Turn", ({}))));
    stub46_ = [phrase("Valentine's Brook", ({})), phrase("The Chair", ({}))];
    named["9"] = stub46_[0];named["15"] = stub46_[1];
    named["16"] = phrase("The Water", ({}));
    return (_pyfunc_op_contains(again, named))? (named[again]) : (phrase("fence {number}", ({number: number})));
};

return { ...house, STEP, FASTEST, ENDS, ON, EACH_WAY, FILLERS, THOUSANDS, CURRENCY, IN_THOUSANDS, money, ungrouped, told, bad_bid, no_money, bad_step, wager, bad_wager, ride, unridden, spelled, pieces, taken, is_lane, speeds, bad_ride, odd_bid, odd_ride, open_end, left_out, check, apart, of_the_sale, worst, checked_bets, pays, other_stake, too_many, of_the_ring, over, of_the_race, checked_ride, would, strip, where, fence };
})
