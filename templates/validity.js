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
var LONGEST_NUMBER, NOT_ALLOWED, SIGNS, UNKNOWN, UNREADABLE, bad_comparison, both, check, comparison, error, note, phrase, warning, whole;
NOT_ALLOWED = "not allowed";
UNKNOWN = "unknown";
UNREADABLE = "unreadable";
SIGNS = ["<=", ">=", "==", "!=", "<", ">", "=", ""];
LONGEST_NUMBER = 9;
phrase = function flx_phrase (pattern, values) {
    return ({say: pattern, many: "", with: values});
};

error = function flx_error (flaw, message, hint, about) {
    return ({level: "error", flaw: flaw, message: message, hint: hint, about: about});
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

comparison = function flx_comparison (text) {
    var digits, sign, stub3_seq, stub4_itr;
    stub3_seq = SIGNS;
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        sign = stub3_seq[stub4_itr];
        if (_pymeth_startswith.call(text, sign)) {
            digits = _pymeth_strip.call(text.slice(sign.length));
            return (((_pyfunc_truthy(whole(digits))) && (digits.length <= LONGEST_NUMBER)))? ([sign, digits]) : ([]);
        }
    }
    return [];
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
    hint = phrase("write a number, or a comparison such as \">= 2\"", ({}));
    return [error(UNREADABLE, message, hint, about)];
};

check = function flx_check (position, rows) {
    return [];
};

return { fold, NOT_ALLOWED, UNKNOWN, UNREADABLE, SIGNS, LONGEST_NUMBER, phrase, error, warning, note, both, whole, comparison, bad_comparison, check };
})()
