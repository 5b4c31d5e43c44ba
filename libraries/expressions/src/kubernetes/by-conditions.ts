import { type ConditionMap, type Effect, conditionMap } from './condition-maps.ts';
import { type Condition, conditions, text } from './read.ts';
import { type Health, type ObjectHealth, result } from './result.ts';

/** What the conditions of an object say by the map of its kind; nothing if none of them is in it. */
export function byConditions(object: unknown, group: string, kind: string): ObjectHealth | undefined {
  if (kind === 'HelmRepository' && text(object, 'spec', 'type') === 'oci') return result('unknown', '', true);
  const map = conditionMap(group, kind);
  const known = conditions(object).filter(({ type }) => Object.hasOwn(map, type));
  if (known.length === 0) return undefined;
  const state = new State();
  for (const one of known) for (const effect of effectsOf(map, one)) state.apply(effect, one);
  return state.result();
}

function effectsOf(map: ConditionMap, { type, status, reason }: Condition): Effect[] {
  const entry = map[type];
  if (entry === undefined) return [];
  const effects: Effect[] = [];
  if (status === 'True') effects.push(entry);
  else if (status === 'False') {
    const order = entry.order ?? 0;
    if (entry.onFalse !== undefined) effects.push({ ready: false, ...entry.onFalse });
    else if (entry.health === 'healthy') effects.push({ health: 'unhealthy', ready: false, order, message: true });
  } else if (entry.onUnknown !== undefined) effects.push({ ready: false, ...entry.onUnknown });
  const byReason =
    entry.reasons !== undefined && Object.hasOwn(entry.reasons, reason) ? entry.reasons[reason] : undefined;
  if (byReason !== undefined) effects.push(byReason);
  return effects;
}

class State {
  #ready = false;
  #health: Health = 'unknown';
  #status = '';
  #message = '';
  #order = 0;

  apply(effect: Effect, { reason, message }: Condition): void {
    const order = effect.order ?? 0;
    const wins = order >= this.#order;
    if (effect.ready !== undefined) this.#ready = effect.ready;
    if (effect.health !== undefined && (wins || this.#health === 'unknown')) this.#health = effect.health;
    const status = effect.status ?? reason;
    if (status !== '' && (wins || this.#status === '')) this.#status = status;
    if (effect.message === true && message !== '' && (wins || this.#message === '')) this.#message = message;
    if (wins) this.#order = order;
  }

  result(): ObjectHealth {
    return { ready: this.#ready, health: this.#health, status: this.#status, message: this.#message };
  }
}
