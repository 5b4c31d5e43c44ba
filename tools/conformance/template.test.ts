import { describe, expect, it } from 'vitest';
import { compareTemplates } from './template.ts';

describe('templates', () => {
  it("do what Go's engine does, but for what is meant to differ", async () => {
    const { same, different } = await compareTemplates(600);
    expect(different).toEqual([]);
    // Enough of them write something, so that the comparison is worth its name.
    expect(same.text).toBeGreaterThan(200);
  });
});
