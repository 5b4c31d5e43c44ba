import { createContext, type ReactNode, use, useEffect, useState } from 'react';

interface SourceChoice {
  /** What is written into the document. */
  readonly value: string;
  readonly label: string;
}

/** Where fields take their choices from. A field without its source takes free text and says so. */
export interface Sources {
  /** References to stored connections. `types` keeps those of these types alone. */
  readonly connections?: (types?: readonly string[]) => Promise<readonly SourceChoice[]>;
  /** Names of config maps. */
  readonly configMaps?: () => Promise<readonly SourceChoice[]>;
  /** Names of secrets. */
  readonly secrets?: () => Promise<readonly SourceChoice[]>;
  /** The icons that can be shown, in the order of the choices. */
  readonly icons?: readonly { readonly name: string; readonly icon: ReactNode }[];
}

/** The sources of the fields below; each function must stay the same from one render to the next. */
export const FormSources = createContext<Sources>({});

export type Offered =
  | { readonly state: 'none' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly choices: readonly SourceChoice[] };

/** What a source offers. `types` is only read by connections. */
export function useOffered(kind: 'connections' | 'configMaps' | 'secrets', types?: readonly string[]): Offered {
  const source = use(FormSources)[kind];
  const [found, setFound] = useState<{ readonly source: unknown; readonly offered: Offered }>();
  useEffect(() => {
    if (!source) return undefined;
    let isOld = false;
    const keep = (offered: Offered) => {
      if (!isOld) setFound({ source, offered });
    };
    source(types).then(
      (choices) => keep({ state: 'ready', choices }),
      () => keep({ state: 'failed' }),
    );
    return () => {
      isOld = true;
    };
  }, [source, types]);
  if (!source) return { state: 'none' };
  return found?.source === source ? found.offered : { state: 'loading' };
}
