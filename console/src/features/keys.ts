/** The only place where keys of this room are made. */
export const featureKeys = {
  all: ['features'],
  /** What holds, as everybody may know it. */
  properties: ['features', 'properties'],
  /** What is stored, with who made it and when. */
  stored: ['features', 'stored'],
} as const;
