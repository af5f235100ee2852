/** Typical keys, the form that a server may check, and the prefix that is kept. */
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
  ['eight characters', 'wxyz1234', /^[a-z]{4}\d{4}$/, ''],
];
