// Made by `make scripts` from gm/games/national/validity.py: change that, and make this again.
((house) => {
const { MINUS, NOT_ALLOWED, UNKNOWN, UNREADABLE, error, fold, phrase, warning, whole } = house;
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
var _pymeth_endswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.endswith.apply(this, arguments);
    var last_index = this.lastIndexOf(x);
    return last_index == this.length - x.length && last_index >= 0;
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
var ENDS, FASTEST, FILLERS, LANES, ON, STEP, THOUSANDS, apart, bad_bid, bad_ride, bad_step, bad_wager, check, checked_bet, checked_bid, is_lane, money, no_money, odd_bid, odd_ride, other_stake, over, pieces, ride, speeds, taken, told, ungrouped, wager;
STEP = 10000;
FASTEST = 8;
LANES = 6;
ENDS = ["fence", "shoe", "clear"];
ON = ["win", "place"];
FILLERS = ["to", "for", "a", "on", "at", "the", "auf", "sur", "su", "per", "pour", "f\u00fcr"];
THOUSANDS = ",.'\u2019 ";
money = function flx_money (text) {
    var digits, told;
    told = fold(text);
    if (_pymeth_startswith.call(told, "\u00a3")) {
        told = _pymeth_strip.call(told.slice(1));
    } else if (_pyfunc_truthy(_pymeth_endswith.call(told, "\u00a3"))) {
        told = _pymeth_strip.call(told.slice(0,-1));
    }
    if (_pyfunc_truthy(_pymeth_endswith.call(told, "k"))) {
        told = (_pymeth_strip.call(told.slice(0,-1))) + "000";
    }
    digits = ungrouped(told);
    if ((((!_pyfunc_truthy(whole(digits)))) || (digits.length > 9))) {
        return -1;
    }
    return ((_pyfunc_int(digits) < 1000))? (_pyfunc_op_mult(_pyfunc_int(digits), 1000)) : (_pyfunc_int(digits));
};

ungrouped = function flx_ungrouped (text) {
    var char, part, parts, stub1_seq, stub2_itr, stub3_seq, stub4_itr;
    parts = [""];
    stub1_seq = text;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        char = stub1_seq[stub2_itr];
        if (_pyfunc_op_contains(char, THOUSANDS)) {
            _pymeth_append.call(parts, "");
        } else {
            parts[parts.length - 1] = _pyfunc_op_add(parts[parts.length - 1], char);
        }
    }
    stub3_seq = parts.slice(1);
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        part = stub3_seq[stub4_itr];
        if (_pyfunc_truthy(part.length != 3)) {
            return "";
        }
    }
    return _pymeth_join.call("", parts);
};

told = function flx_told (pounds) {
    var millions, most, rest, stub5_, stub6_, text, thousands;
    text = _pyfunc_str(pounds);
    stub5_ = [text.slice(Math.max(0, (text.length - 3))), text.slice(0,Math.max(0, (text.length - 3)))];
    rest = stub5_[0];most = stub5_[1];
    if ((!_pyfunc_truthy(most))) {
        return phrase("\u00a3{pounds}", ({pounds: rest}));
    }
    if ((most.length < 4)) {
        return phrase("\u00a3{thousands},{pounds}", ({thousands: most, pounds: rest}));
    }
    stub6_ = [most.slice(0,most.length - 3), most.slice(most.length - 3)];
    millions = stub6_[0];thousands = stub6_[1];
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
    return [error(NOT_ALLOWED, message, phrase("all money moves in steps of 10,000", ({})), about)];
};

wager = function flx_wager (text) {
    var found, rest, stub7_seq, stub8_itr, word;
    found = ({stake: -1, on: "", odd: ""});
    if ((!(Object.prototype.toString.call(text).slice(8,-1).toLowerCase() === 'string'))) {
        return found;
    }
    rest = [];
    stub7_seq = _pymeth_split.call(fold(text));
    if ((typeof stub7_seq === "object") && (!Array.isArray(stub7_seq))) { stub7_seq = Object.keys(stub7_seq);}
    for (stub8_itr = 0; stub8_itr < stub7_seq.length; stub8_itr += 1) {
        word = stub7_seq[stub8_itr];
        if ((_pyfunc_op_contains(word, ON) && ((!_pyfunc_truthy(found["on"]))))) {
            found["on"] = word;
        } else if ((!_pyfunc_op_contains(word, FILLERS))) {
            _pymeth_append.call(rest, word);
        }
    }
    found["stake"] = money(_pymeth_join.call(" ", rest));
    return found;
};

bad_wager = function flx_bad_wager (text, about) {
    var found, hint, message;
    found = wager(text);
    if ((!_pyfunc_truthy(found["on"]))) {
        hint = phrase("write 10 win, or 10 place", ({}));
        return [error(NOT_ALLOWED, phrase("this bet does not say whether it is to win or for a place", ({})), hint, about)];
    }
    if ((found["stake"] < 0)) {
        hint = phrase("write 10 win, or 10 place", ({}));
        return [error(UNREADABLE, phrase("this bet does not say how much", ({})), hint, about)];
    }
    if ((found["stake"] < STEP)) {
        message = phrase("a bet is of \u00a310,000 or more, and this one is of {money}", ({money: told(found["stake"])}));
        return [error(NOT_ALLOWED, message, phrase("write 10 or more", ({})), about)];
    }
    return bad_step(text, found["stake"], about);
};

ride = function flx_ride (text) {
    var at, found, words;
    found = ({speeds: [], ends: [], lane: 0, lanes: 0, retire: false, wrong: "", alone: true});
    words = ((Object.prototype.toString.call(text).slice(8,-1).toLowerCase() === 'string'))? (pieces(text)) : ([]);
    at = 0;
    while (at < words.length) {
        at = _pyfunc_op_add(at, taken(found, words, at));
    }
    found["alone"] = words.length == 1;
    return found;
};

pieces = function flx_pieces (text) {
    var joined, plain;
    plain = _pymeth_join.call("", ((function list_comprehension (iter0) {var res = [];var char, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {char = iter0[i0];{res.push((_pyfunc_op_contains(char, ",;"))? (" ") : ((_pyfunc_op_contains(char, MINUS))? ("-") : (char)));}}return res;}).call(this, fold(text))));
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
    var ends, first, last, stub9_;
    ends = _pymeth_split.call(word, "-");
    if (((ends.length > 2) || (!(_pyfunc_all(((function list_comprehension (iter0) {var res = [];var end, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {end = iter0[i0];{res.push((end.length == 1) && _pyfunc_op_contains(end, "12345678"));}}return res;}).call(this, ends))))))) {
        return [];
    }
    stub9_ = [_pyfunc_int(ends[0]), _pyfunc_int(ends[ends.length - 1])];
    first = stub9_[0];last = stub9_[1];
    return ((first <= last))? (_pyfunc_list((_pyfunc_range(first, (last + 1), 1)))) : (_pyfunc_list((_pyfunc_range(first, (last - 1), (-1)))));
};

bad_ride = function flx_bad_ride (text, about) {
    var found, hint;
    found = ride(text);
    hint = phrase("write speeds from 1 to 8, fence, shoe or clear, and a lane from 1 to 6, such as 4-6 clear lane 2", ({}));
    if (_pyfunc_truthy(found["wrong"])) {
        return [error(UNKNOWN, phrase("a ride has no {word}", ({word: found["wrong"].slice(0,30)})), hint, about)];
    }
    if ((found["lanes"] > 1)) {
        return [error(NOT_ALLOWED, phrase("this ride names two lanes", ({})), phrase("keep one of the two", ({})), about)];
    }
    if ((_pyfunc_truthy(found["retire"]) && ((!_pyfunc_truthy(found["alone"]))))) {
        return [error(NOT_ALLOWED, phrase("retire stands alone", ({})), phrase("leave out the rest", ({})), about)];
    }
    if (_pyfunc_truthy(((!_pyfunc_truthy(found["speeds"]))) && ((!_pyfunc_truthy(found["retire"]))))) {
        return [error(NOT_ALLOWED, phrase("this ride does not say how fast", ({})), hint, about)];
    }
    return [];
};

odd_bid = function flx_odd_bid (position, row, about) {
    var bid, limit, message, stub10_, values;
    if (_pyfunc_truthy(bad_bid(row["play"], about))) {
        return [];
    }
    stub10_ = [money(row["play"]), position["limit"]];
    bid = stub10_[0];limit = stub10_[1];
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
    var found, message, said, stub11_, values;
    stub11_ = [ride(text), []];
    found = stub11_[0];said = stub11_[1];
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

check = function flx_check (position, rows) {
    var horse, row, said, section, staked, stub12_, stub13_seq, stub14_itr, wrong;
    said = [];
    staked = 0;
    stub13_seq = rows;
    if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
    for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
        row = stub13_seq[stub14_itr];
        stub12_ = apart(row["key"]);
        section = stub12_[0];horse = stub12_[1];
        if (_pyfunc_op_equals(section, "bids")) {
            said = _pyfunc_op_add(said, checked_bid(position, horse, (_pyfunc_truthy(_pymeth_get.call(row, "bid"))) || "", [row["at"], "bid"]));
        } else if (_pyfunc_op_equals(section, "bets")) {
            said = _pyfunc_op_add(said, checked_bet(position, (_pyfunc_truthy(_pymeth_get.call(row, "bet"))) || "", [row["at"], "bet"]));
            staked = _pyfunc_op_add(staked, Math.max(0, (wager((_pyfunc_truthy(_pymeth_get.call(row, "bet"))) || "")["stake"])));
        } else if (_pyfunc_truthy(_pymeth_get.call(row, "ride"))) {
            wrong = bad_ride(row["ride"], [row["at"], "ride"]);
            said = _pyfunc_op_add(said, _pyfunc_truthy(wrong) || odd_ride(position["runners"][horse], row["ride"], [row["at"], "ride"]));
        }
    }
    return _pyfunc_op_add(said, over(position, staked));
};

apart = function flx_apart (key) {
    var at;
    at = _pymeth_find.call(key, " ");
    return [key.slice(0,at), key.slice(at + 1)];
};

checked_bid = function flx_checked_bid (position, horse, text, about) {
    var row;
    if ((!_pyfunc_truthy(text))) {
        return [];
    }
    row = ({horse: horse, reserve: position["reserves"][horse], play: text});
    return (_pyfunc_truthy(bad_bid(text, about))) || odd_bid(position, row, about);
};

checked_bet = function flx_checked_bet (position, text, about) {
    var wrong;
    if ((!_pyfunc_truthy(text))) {
        return [];
    }
    wrong = bad_wager(text, about);
    if ((((!_pyfunc_truthy(wrong))) && _pyfunc_truthy(position["ante_post"]) && ((!_pyfunc_op_equals((wager(text)["stake"]), STEP))))) {
        return [error(NOT_ALLOWED, other_stake(wager(text)["stake"]), "", about)];
    }
    return wrong;
};

other_stake = function flx_other_stake (pounds) {
    return phrase("an ante-post bet is of \u00a310,000, and yours is of {money}", ({money: told(pounds)}));
};

over = function flx_over (position, staked) {
    var message;
    if ((staked <= position["purse"])) {
        return [];
    }
    message = phrase("you bet {total}, and you have {purse}", ({total: told(staked), purse: told(position["purse"])}));
    return [error(NOT_ALLOWED, message, "", null)];
};

return { ...house, STEP, FASTEST, LANES, ENDS, ON, FILLERS, THOUSANDS, money, ungrouped, told, bad_bid, no_money, bad_step, wager, bad_wager, ride, pieces, taken, is_lane, speeds, bad_ride, odd_bid, odd_ride, check, apart, checked_bid, checked_bet, other_stake, over };
})
