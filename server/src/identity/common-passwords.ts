/** What most used passwords of eight characters and more are made of, without the digits and signs that people put behind it. */
const STEMS = `password passwort passw0rd p@ssw0rd p@ssword pass1234 admin administrator administrador welcome welcome1 changeme
  letmein qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfghjk asdfghjkl zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx
  qazwsxedc zaq12wsx q1w2e3r4 q1w2e3r4t5 abcdefgh abcd abcdefg abc a1b2c3d4 iloveyou iloveu loveyou sunshine princess football
  baseball basketball superman batman spiderman pokemon starwars trustno dragon monkey master shadow michael jordan jennifer
  charlie computer internet samsung liverpool chelsea arsenal whatever secret test testtest tester user username login hello
  hello123 default root toor guest temp temporary summer winter spring autumn monday friday january company access server
  database linux ubuntu windows google facebook watchroom grafana monitoring monitor prometheus kubernetes postgres`;

/** Digits alone, in rows, ladders and repetitions. */
const DIGITS =
  /^(?:(\d)\1+|(\d{2})\2+|(\d{3})\3+|(\d{4})\4+|0?1234567890?|0?123456789|12345678\d*|9876543210?|987654321|87654321|1122334455|112233445566|11223344|123123123|147258369|789456123)$/;

/** What people put behind a word to satisfy a rule. */
const TAIL = /(?:\d{0,4}|123456\d*|12345)[!?.@#$*]*$/;

const WORDS: ReadonlySet<string> = new Set(STEMS.split(/\s+/));

/** Whether a password is among those that everybody who guesses tries first, in any case: `Password1234!`, `qwerty123`, `11111111`. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return DIGITS.test(text) || WORDS.has(text) || WORDS.has(text.replace(TAIL, ''));
}
