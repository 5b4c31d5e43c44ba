import { useCallback, useMemo, useState } from 'react';
import type { FormValue } from '../form/form-schema.ts';
import { parseYaml, type YamlProblem } from './parse-yaml.ts';
import { writeYaml } from './write-yaml.ts';

/** A text of YAML and what it means. The text is the truth; the value follows it. */
export interface YamlDocument {
  readonly text: string;
  /** What the text meant when it could last be read. */
  readonly value: FormValue;
  readonly problem?: YamlProblem;
  /** Whether the text can be read, and so be saved. */
  readonly isValid: boolean;
  readonly isChanged: boolean;
  readonly writeText: (text: string) => void;
  /** Changes the text so that it reads as this value. Does nothing while the text cannot be read. */
  readonly writeValue: (value: FormValue) => void;
}

interface Reading {
  readonly text: string;
  readonly value: FormValue;
  readonly problem?: YamlProblem;
}

function readAgain(text: string, last: FormValue): Reading {
  const reading = parseYaml(text);
  return 'value' in reading ? { text, value: reading.value } : { text, value: last, problem: reading.problem };
}

/** @param start the text to begin with; a later one is not taken over. */
export function useYamlDocument(start: string): YamlDocument {
  const [first] = useState(start);
  const [reading, setReading] = useState<Reading>(() => readAgain(start, {}));
  const writeText = useCallback(
    (text: string) => setReading((last) => (last.text === text ? last : readAgain(text, last.value))),
    [],
  );
  const writeValue = useCallback(
    (value: FormValue) =>
      setReading((last) => (last.problem ? last : readAgain(writeYaml(last.text, value), last.value))),
    [],
  );
  return useMemo(
    () => ({
      ...reading,
      isValid: reading.problem === undefined,
      isChanged: reading.text !== first,
      writeText,
      writeValue,
    }),
    [reading, first, writeText, writeValue],
  );
}
