// Made by `make scripts` from gm/core/validity.py: change that, and make this again.
(() => {
const fold = (name) => name.normalize("NFC").replace(/[\u2018\u2019`\u00b4]/g, "'")
  .replace(/[\u201c\u201d\u201e]/g, '"').toLowerCase().replace(/\u00df/g, "ss").replace(/\u03c2/g, "\u03c3")
  .split(/\s+/).filter(Boolean).join(" ");
var _pyfunc_all = function (x) { // nargs: 1
    for (var i=0; i<x.length; i++) {
        if (!_pyfunc_truthy(x[i])){return false;}
    } return true;
};
var _pyfunc_bool = function (x) { // nargs: 1
    return Boolean(_pyfunc_truthy(x));
};
var _pyfunc_create_dict = function () {
    var d = {};
    for (var i=0; i<arguments.length; i+=2) { d[arguments[i]] = arguments[i+1]; }
    return d;
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
var _pymeth_join = function (x) { // nargs: 1
    if (this.constructor !== String) return this.join.apply(this, arguments);
    return x.join(this);  // call join on the list instead of the string.
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
var LONGEST_NUMBER, MINUS, NOT_ALLOWED, PLUS, SIGNS, TYPESET, UNKNOWN, UNREADABLE, WIDE, against, bad_comparison, bad_match, bad_number, both, check, comparison, error, forbidden, note, phrase, signed, warning, whole, without;
NOT_ALLOWED = "not allowed";
UNKNOWN = "unknown";
UNREADABLE = "unreadable";
SIGNS = ["<=", ">=", "==", "!=", "<", ">", "=", ""];
TYPESET = _pyfunc_create_dict("\u2264", "<=", "\u2265", ">=", "\u2260", "!=");
MINUS = "-\u2212\u2013\u2014\u2010\u2011\uff0d\ufe63";
PLUS = "+\uff0b";
WIDE = "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19";
LONGEST_NUMBER = 9;
phrase = function flx_phrase (pattern, values) {
    values = (values === undefined) ? null: values;
    return ({say: pattern, many: "", with: _pyfunc_truthy(values) || ({})});
};

error = function flx_error (flaw, message, hint, about) {
    return ({level: "error", flaw: flaw, message: message, hint: hint, about: about});
};

forbidden = function flx_forbidden (message, hint, about) {
    return [error(NOT_ALLOWED, message, hint, about)];
};

warning = function flx_warning (message, hint, about) {
    return ({level: "warning", flaw: NOT_ALLOWED, message: message, hint: hint, about: about});
};

note = function flx_note (message, about) {
    return ({level: "note", flaw: "", message: message, hint: "", about: about});
};

both = function flx_both (names) {
    var last, some, stub1_seq, stub2_itr;
    some = names[0];
    stub1_seq = names.slice(1);
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        last = stub1_seq[stub2_itr];
        some = phrase("{some} and {last}", ({some: some, last: last}));
    }
    return some;
};

whole = function flx_whole (text) {
    return (_pyfunc_truthy(_pyfunc_bool(text))) && ((_pyfunc_all(((function list_comprehension (iter0) {var res = [];var char, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {char = iter0[i0];{res.push(_pyfunc_op_contains(char, "0123456789"));}}return res;}).call(this, text)))));
};

without = function flx_without (text, endings) {
    var ending, stub3_seq, stub4_itr;
    stub3_seq = endings;
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        ending = stub3_seq[stub4_itr];
        if (_pyfunc_truthy(_pymeth_endswith.call(text, ending))) {
            return _pymeth_strip.call(text.slice(0,text.length - ending.length));
        }
    }
    return text;
};

signed = function flx_signed (text) {
    var digits, minus, number;
    number = fold(text);
    minus = ((!_pyfunc_op_equals(number.slice(0,1), ""))) && ((_pyfunc_op_contains(number.slice(0,1), MINUS)));
    if ((_pyfunc_truthy(minus) || (((!_pyfunc_op_equals(number.slice(0,1), ""))) && ((_pyfunc_op_contains(number.slice(0,1), PLUS)))))) {
        number = _pymeth_strip.call(number.slice(1));
    }
    digits = _pymeth_join.call("", ((function list_comprehension (iter0) {var res = [];var char, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {char = iter0[i0];{res.push((_pyfunc_op_contains(char, WIDE))? (_pyfunc_str(_pymeth_find.call(WIDE, char))) : (char));}}return res;}).call(this, number)));
    if ((((!_pyfunc_truthy(whole(digits)))) || (digits.length > LONGEST_NUMBER))) {
        return "";
    }
    return _pyfunc_str((((_pyfunc_truthy(minus) && (_pyfunc_truthy(_pyfunc_int(digits)))))? (-_pyfunc_int(digits)) : (_pyfunc_int(digits))));
};

against = function flx_against (text) {
    var sign, stub5_seq, stub6_itr, told;
    told = ((_pyfunc_op_contains(text.slice(0,1), TYPESET)))? (_pyfunc_op_add(TYPESET[text.slice(0,1)], text.slice(1))) : (text);
    stub5_seq = SIGNS;
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        sign = stub5_seq[stub6_itr];
        if (_pymeth_startswith.call(told, sign)) {
            return [sign, _pymeth_strip.call(told.slice(sign.length))];
        }
    }
    return ["", told];
};

comparison = function flx_comparison (text) {
    var number, rest, sign, stub7_;
    stub7_ = against(text);
    sign = stub7_[0];rest = stub7_[1];
    number = signed(rest);
    return (_pyfunc_truthy(number))? ([sign, number]) : ([]);
};

bad_comparison = function flx_bad_comparison (key, value, about) {
    var hint, message;
    if ((!(Object.prototype.toString.call(value).slice(8,-1).toLowerCase() === 'string'))) {
        message = phrase("{key} compares a number, and this is none", ({key: key}));
    } else if ((!_pyfunc_truthy(_pymeth_strip.call(value)))) {
        message = phrase("{key} compares a number, and nothing is none", ({key: key}));
    } else if ((!_pyfunc_truthy(comparison(_pymeth_strip.call(value))))) {
        message = phrase("{key} compares a number, and {value} is none", ({key: key, value: _pymeth_strip.call(value).slice(0,30)}));
    } else {
        return [];
    }
    hint = phrase("write a number, or a comparison such as \">= 2\"");
    return [error(UNREADABLE, message, hint, about)];
};

bad_match = function flx_bad_match (key, value, about) {
    var hint, message;
    if ((((!(Object.prototype.toString.call(value).slice(8,-1).toLowerCase() === 'string'))) || ((!_pyfunc_truthy(_pymeth_strip.call(value)))) || (((comparison(_pymeth_strip.call(value))).length) > 0))) {
        return bad_comparison(key, value, about);
    }
    message = phrase("{key} compares with a number or a name, and {value} is neither", ({key: key, value: _pymeth_strip.call(value).slice(0,30)}));
    hint = phrase("write a number, a name, or a comparison such as \">= 2\"");
    return [error(UNREADABLE, message, hint, about)];
};

bad_number = function flx_bad_number (key, value, least, most, about) {
    var flaw, message, values;
    values = ({key: key, least: _pyfunc_str(least), most: _pyfunc_str(most)});
    if ((!(Object.prototype.toString.call(value).slice(8,-1).toLowerCase() === 'string'))) {
        message = phrase("{key} is a whole number, and this is none", values);
    } else if ((!_pyfunc_truthy(_pymeth_strip.call(value)))) {
        message = phrase("{key} is a whole number, and there is nothing", values);
    } else if ((!_pyfunc_truthy(signed(value)))) {
        values["value"] = _pymeth_strip.call(value).slice(0,30);
        message = phrase("{key} is a whole number, and {value} is none", values);
    } else if (((((_pyfunc_int(signed(value))) < least)) || ((_pyfunc_int(signed(value))) > most))) {
        values["value"] = signed(value);
        message = phrase("{key} goes from {least} to {most}, and {value} is beyond", values);
    } else {
        return [];
    }
    flaw = ((((Object.prototype.toString.call(value).slice(8,-1).toLowerCase() === 'string')) && (_pyfunc_truthy(signed(value)))))? (NOT_ALLOWED) : (UNREADABLE);
    return [error(flaw, message, phrase("write a whole number from {least} to {most}", values), about)];
};

check = function flx_check (position, rows) {
    return [];
};

return { fold, NOT_ALLOWED, UNKNOWN, UNREADABLE, SIGNS, TYPESET, MINUS, PLUS, WIDE, LONGEST_NUMBER, phrase, error, forbidden, warning, note, both, whole, without, signed, against, comparison, bad_comparison, bad_match, bad_number, check };
})()
