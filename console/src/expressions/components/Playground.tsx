import { Button } from '@mantine/core';
import type { TrialError } from '@watchroom/contract/expressions';
import { CodeEditor, PanelBoundary, ScriptEditor, type ScriptEditorHandle, Skeleton } from '@watchroom/ui';
import { Suspense, useMemo, useRef, useState } from 'react';
import { type Choice, LANGUAGE_TITLES } from '../choice.ts';
import { completeExpression } from '../complete.ts';
import { useTrialResult } from '../use-trial-result.ts';
import type { FunctionWord } from '../words.ts';
import classes from './playground.module.css';
import { Result } from './Result.tsx';
import { VariableList } from './VariableList.tsx';

/** An expression, the environment that it reads, and what it gives. What was typed stays for each place and language until the page is left. */
export function Playground({ choice: { language, place } }: { readonly choice: Choice }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [environments, setEnvironments] = useState<Readonly<Record<string, string>>>({});
  const draft = `${place.id} ${language}`;
  const text = texts[draft] ?? place.examples[language];
  const environment = environments[place.id] ?? place.environment;
  const trial = useMemo(() => ({ language, text, environment }), [language, text, environment]);
  const { result, ...state } = useTrialResult(trial, draft);
  const marks = useMemo(() => marksOf(result?.error), [result]);
  const editor = useRef<ScriptEditorHandle>(null);

  const write = (next: string) => setTexts({ ...texts, [draft]: next });
  const setEnvironment = (next: string) => setEnvironments({ ...environments, [place.id]: next });
  return (
    <div className={classes['playground']}>
      <div className={classes['column']}>
        <section className={classes['part']} aria-labelledby="expression-title">
          <div className={classes['head']}>
            <h2 id="expression-title">Expression</h2>
            {text !== place.examples[language] && (
              <Button size="compact-xs" onClick={() => write(place.examples[language])}>
                Show example
              </Button>
            )}
          </div>
          <p className={classes['purpose']}>{place.purpose}</p>
          <PanelBoundary>
            <Suspense fallback={<Skeleton height="96px" />}>
              <ScriptEditor
                key={draft}
                ref={editor}
                text={text}
                label={`Expression in ${LANGUAGE_TITLES[language]}`}
                syntax={language === 'template' ? 'template' : 'script'}
                marks={marks}
                complete={async (written, position) =>
                  completeExpression(written, position, language, {
                    variables: place.variables,
                    functions: await functionsOf(language),
                  })
                }
                onChange={write}
              />
            </Suspense>
          </PanelBoundary>
        </section>
        <Result result={result} {...state} />
      </div>
      <div className={classes['column']}>
        <VariableList
          variables={place.variables}
          onChoose={(name) => editor.current?.insert(spelled(name, language))}
        />
        <section className={classes['part']} aria-labelledby="environment-title">
          <div className={classes['head']}>
            <h2 id="environment-title">Environment</h2>
            {environment !== place.environment && (
              <Button size="compact-xs" onClick={() => setEnvironment(place.environment)}>
                Show example
              </Button>
            )}
          </div>
          <div className={classes['environment']}>
            <PanelBoundary>
              <Suspense fallback={<Skeleton height="100%" />}>
                <CodeEditor key={place.id} text={environment} label="Environment as YAML" onChange={setEnvironment} />
              </Suspense>
            </PanelBoundary>
          </div>
        </section>
      </div>
    </div>
  );
}

/** Mistakes of the environment are marked by its own editor. */
function marksOf(error: TrialError | undefined) {
  if (error?.part !== 'expression') return [];
  const { line, column, message, hint } = error;
  return [{ line, column, message: hint === undefined ? message : `${message} ${hint}` }];
}

/** A file of its own, which is loaded when a name is first completed. */
async function functionsOf(language: Choice['language']): Promise<readonly FunctionWord[]> {
  if (language === 'jsonpath') return [];
  return (await import('../functions.generated.ts')).functionWords[language];
}

/** How a language names a variable. */
function spelled(name: string, language: Choice['language']): string {
  if (language === 'template') return `{{ .${name} }}`;
  return language === 'jsonpath' ? `$.${name}` : name;
}
