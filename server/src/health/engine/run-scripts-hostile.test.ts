import { describe, expect, it } from 'vitest';
import { askScripted as ask } from '../testing/scripted-runs.ts';

const containing = (text: string): unknown => expect.stringContaining(text);

describe('a hostile script', () => {
  it.each([
    [{ javascript: 'while (true);' }, 'takes longer than'],
    [{ javascript: 'var a = []; while (true) a.push("x".repeat(1e6) + a.length)' }, ''],
    [{ javascript: 'function f() { return f() + 1 } f()' }, ''],
    [{ javascript: '"x".repeat(5e6)' }, 'longer than'],
    [{ javascript: '/^(a+)+$/.test("a".repeat(40) + "b")' }, ''],
    [{ javascript: 'this.constructor.constructor("return process")().exit()' }, ''],
    [{ template: '{{ range 1000000000 }}{{ end }}' }, 'steps'],
    [{ template: '{{ .json.constructor.constructor }}' }, ''],
    [{ expr: '[1,2,3,4,5,6,7,8].map(a, content.repeat(100000)).size() > 0' }, ''],
    [{ expr: 'matches("a".repeat(5000) + "b", "^(a+)+$")' }, 'test failed'],
    [{ expr: 'json.__proto__.constructor == null && false' }, 'test failed'],
  ])('fails its own check only: %j', async (test, error) => {
    const [hostile, peaceful] = await Promise.all([
      ask('{"a":1}', { test }),
      ask('{"a":1}', { test: { expr: 'json.a == 1' } }),
    ]);
    expect(hostile).toMatchObject({ pass: false, error: containing(error) });
    expect(peaceful).toMatchObject({ pass: true });
  });

  it('leaves threads for the scripts of others', async () => {
    const hostile = Promise.all(Array.from({ length: 4 }, () => ask('{}', { test: { javascript: 'for (;;);' } })));
    expect(await ask('{"a":1}', { test: { javascript: 'json.a === 1' } })).toMatchObject({ pass: true });
    expect((await hostile).map(({ pass }) => pass)).toEqual([false, false, false, false]);
  });
});
