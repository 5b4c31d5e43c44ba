import { createOutbound } from '@watchroom/outbound';
import { expect, it } from 'vitest';
import { systemClock } from '../../../platform/time/clock.ts';
import { hydrate } from '../../hydrate.ts';
import { runTrial } from './run-trial.ts';

it('shows no secret that a server sends back, whichever way it is written', async () => {
  await using outbound = createOutbound();
  const password = 'hunter2/Straße';
  const entry = { url: 'https://a.example', username: 'ann', password };
  const connection = hydrate({ id: undefined, name: 'a', namespace: 'default', type: 'http', entry });
  const forms = [password, encodeURIComponent(password), Buffer.from(password).toString('base64')];
  const tools = { outbound, clock: systemClock };
  for (const form of forms) {
    const tested = await runTrial(
      tools,
      async (trial) => {
        await trial.step(
          'Greeting',
          async () => undefined,
          () => `hello ${form}`,
        );
        throw new Error(`no entry with ${form}`);
      },
      connection,
    );
    expect(tested).toMatchObject({ passed: false, message: expect.stringContaining('no entry with') as unknown });
    expect(JSON.stringify(tested)).not.toContain(form);
  }
});
