/** `Prefer` (RFC 7240) in the dialect's meaning. */
export interface Preferences {
  readonly return?: 'minimal' | 'representation' | 'headers-only';
  readonly count?: 'exact' | 'planned' | 'estimated';
  readonly resolution?: 'merge-duplicates' | 'ignore-duplicates';
  readonly missing?: 'default' | 'null';
  readonly handling?: 'strict' | 'lenient';
  /** Most rows that a write may affect; obeyed only with `handling=strict`. */
  readonly maxAffected?: number;
  readonly tx?: 'commit' | 'rollback';
  readonly timezone?: string;
  /** Preferences that are not known, or whose value is not, as sent. */
  readonly invalid: readonly string[];
}
