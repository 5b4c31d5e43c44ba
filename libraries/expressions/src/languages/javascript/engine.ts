import imported from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { DEFAULT_LIMITS } from '../../limits.ts';

// Its types are those of its CommonJS form, where the variant is one level deeper than in the module that Node loads.
const variant = imported as unknown as QuickJSSyncVariant;

const PAGE = 64 * 1024;
/** What the engine itself has from the start: its stack, its data and a first heap. */
const BASE = 16 * 1024 * 1024;

/**
 * Loads QuickJS, which takes some tens of milliseconds.
 * @param memory bytes that a script may hold. QuickJS compares each request with its limit, but does not count what it has
 *   given out when it is compiled to WebAssembly. So the engine gets no more from the system.
 */
export function loadEngine(memory: number = DEFAULT_LIMITS.memory): Promise<QuickJSWASMModule> {
  const wasmMemory = new WebAssembly.Memory({ initial: BASE / PAGE, maximum: Math.ceil((BASE + memory) / PAGE) });
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}
