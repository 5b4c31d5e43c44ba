import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keeps short texts unreadable at rest, under the server's key. */
export interface SecretBox {
  /** @param purpose what the text is, so that a ciphertext cannot be moved to another place. */
  seal(text: string, purpose: string): string;
  /** @throws Error for another key, another purpose, or a text that was changed. */
  open(sealed: string, purpose: string): string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce.
 * @param key 32 bytes.
 * @param fingerprint names the key in every ciphertext: `v1:<fingerprint>:<base64url>`.
 */
export function createSecretBox(key: Buffer, fingerprint: string): SecretBox {
  return {
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1:${fingerprint}:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, named, encoded = ''] = sealed.split(':');
      if (version !== 'v1') throw new Error('a stored secret has an unknown form');
      if (named !== fingerprint)
        throw new Error(`a stored secret was written with another key (${named}, this server has ${fingerprint})`);
      const bytes = Buffer.from(encoded, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
