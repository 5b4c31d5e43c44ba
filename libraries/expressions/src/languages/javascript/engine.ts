import imported from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

// Its types are those of its CommonJS form, where the variant is one level deeper than in the module that Node loads.
const variant = imported as unknown as QuickJSSyncVariant;

/** Loads QuickJS, which takes some tens of milliseconds. */
export function loadEngine(): Promise<QuickJSWASMModule> {
  return newQuickJSWASMModuleFromVariant(variant);
}
