import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { objectHealth } from './health.ts';
import { NOW, OBJECTS } from './objects.test-data.ts';

describe('the health of an object', () => {
  it('is known for more than 120 objects', () => {
    expect(new Set(OBJECTS.map(([name]) => name)).size).toBe(OBJECTS.length);
    expect(OBJECTS.length).toBeGreaterThan(120);
  });

  it.each(OBJECTS)('%s', (_, object, status, health, ready) => {
    const { message, ...found } = objectHealth(object, NOW);
    expect(found).toEqual({ status, health, ready });
    expect(message).toBeTypeOf('string');
  });

  it('has a message where there is more to say', () => {
    const messageOf = (name: string) => objectHealth(OBJECTS.find(([known]) => known === name)?.[1], NOW).message;
    expect(messageOf('a pod that is stuck while it is deleted')).toBe("stuck in 'Terminating' for 20m");
    expect(messageOf('a pod that crashes')).toBe('restarted 5 times');
    expect(messageOf('a deployment with some pods ready')).toBe('1/3 ready');
    expect(messageOf('a helm release that cannot upgrade')).toBe('timed out');
    expect(messageOf('a scraper with a wrong schedule')).toBe('Bad schedule: every day');
    expect(messageOf('a young pod that crashes')).toBe('CrashLoopBackOff: restarted 2 times');
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ kind: 'Pod', apiVersion: 'v1', status: 'x', metadata: 5 }],
    [
      {
        kind: 'constructor',
        apiVersion: '__proto__/v1',
        status: { conditions: [null, 5, { type: '__proto__', status: 'True' }] },
      },
    ],
  ])('does not fail on what is no object of Kubernetes: %j', (given) => {
    expect(objectHealth(given, NOW).health).toMatch(/unknown|unhealthy/);
  });

  it('is what expressions in CEL and JavaScript ask for', async () => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      status: { conditions: [{ type: 'Ready', status: 'False', message: 'gone' }] },
    };
    expect(compile('cel', 'k8s.getHealth(node).health + " " + k8s.getStatus(node)').evaluate({ node })).toBe(
      'unhealthy Ready: gone',
    );
    expect(compile('cel', 'k8s.isHealthy(node) || k8s.isReady(node)').evaluate({ node })).toBe(false);
    expect(await compile('javascript', 'k8s.getHealth(node).status').evaluate({ node })).toBe('Ready');
  });
});
