import { createHash, randomInt } from 'node:crypto';

const HOW_MANY = 12;
/** 32 letters and digits, without those that look alike on paper: 5 bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 5;
const GROUPS = 3;

/** Twelve new codes of 75 random bits, `abcde-fghij-kmnpq`. */
export function makeBackupCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: HOW_MANY }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/**
 * What is stored of a code: plain SHA-256, since no list of guesses meets one.
 * @param code as it was typed: case, blanks and dashes do not matter.
 * @returns undefined for what has not the form of a code.
 */
export function hashOfBackupCode(code: string): Buffer | undefined {
  const normal = code.toLowerCase().replaceAll(/[\s-]/g, '');
  const isCode =
    normal.length === GROUP_LENGTH * GROUPS && Array.from(normal).every((letter) => ALPHABET.includes(letter));
  return isCode ? createHash('sha256').update(normal).digest() : undefined;
}
