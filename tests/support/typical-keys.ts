/** Typical keys, with the form that a server may check, and the prefix that near misses keep. */
export const typicalKeys: readonly (readonly [what: string, key: string, form: RegExp, prefix: string])[] = [
  ['a prefix and letters', 'pk_live_abcdefghijklmnop', /^pk_live_[a-z]{16}$/, 'pk_live_'],
  ['hexadecimal digits', '0123456789abcdef0123456789abcdef', /^[0-9a-f]{32}$/, ''],
  [
    'a UUID',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    '3f2504e0-',
  ],
  ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl', /^[\w-]+\.[\w-]+\.[\w-]+$/, ''],
  ['two prefixes, more than a third', 'sk_prod_a1b2c3d4e5', /^sk_[a-z]{4}_([a-z]\d){5}$/, 'sk_'],
  ['capitals', 'TEST-ABCDEFGH1234', /^TEST-[A-Z]{8}\d{4}$/, 'TEST-'],
  ['a separator after a dot', 'ab.c_1x2y3z4w5v6u7t8s9', /^[a-z]{2}\.[a-z]_(\d[a-z]){8}\d$/, ''],
  [
    'a number, as Laravel Sanctum writes it',
    '12|Zt7Qm2kXw9Lr4Vb8',
    /^12\|[A-Z][a-z]\d[A-Z][a-z]\d[a-z][A-Z]/,
    '12|',
  ],
  ['a name before a colon', 'shop-1:q8Zf3kXw2mNp6rTd', /^shop-1:[a-z]\d[A-Z][a-z]\d/, 'shop-1:'],
  ['eight characters', 'wxyz1234', /^[a-z]{4}\d{4}$/, ''],
];

/** Keys that together contain every ASCII punctuation character. Some of these are special in shells, JSON, HTML or URLs. */
export const signKeys: readonly string[] = [
  `a"b\\c-4711-Zq"\\n0\\u0041x\\x42\\/y`,
  `k&<>'-4711-Zq&lt;&#65;&amp;"<b>'x`,
  '%41%7Ckey%25%2541-4711-Zq%',
  `$HOME\`id\`!x*?[a]{b,c}(d);e|f=g,h@i^j#k~l_m+n-o/p.q:r`,
];
