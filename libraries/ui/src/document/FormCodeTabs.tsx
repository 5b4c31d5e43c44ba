import { type ReactNode, Suspense, useDeferredValue, useId, useState } from 'react';
import { Notice } from '../feedback/Notice.tsx';
import { PanelBoundary } from '../feedback/PanelBoundary.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import type { FormErrors, FormSchema, FormValue } from '../form/form-schema.ts';
import { CodeEditor } from '../lazy.tsx';
import { PanelTabs, type Tab, tabId } from '../tabs/Tabs.tsx';
import classes from './document.module.css';
import type { YamlDocument } from './use-yaml-document.ts';

export type FormCodeTab = 'form' | 'code';

const TABS: readonly Tab<FormCodeTab>[] = [
  { id: 'form', title: 'Form' },
  { id: 'code', title: 'Code' },
];

export interface FormCodeTabsProps {
  readonly document: YamlDocument;
  /** For completion and marks in the code. Keep one object, since reading a large one takes milliseconds. */
  readonly schema: FormSchema | undefined;
  /** What the server or the form found, by dotted path; marked in the code. */
  readonly errors?: FormErrors | undefined;
  readonly tab: FormCodeTab;
  readonly onTab: (tab: FormCodeTab) => void;
  readonly isReadOnly?: boolean | undefined;
  readonly isCodeOnly?: boolean | undefined;
  /** `fill` takes the height of its parent, which needs one. */
  readonly size?: 'fill' | 'page' | undefined;
  readonly children: (value: FormValue, onChange: (value: FormValue) => void) => ReactNode;
}

/** A form and its code in step. Switching keeps cursor, scroll and undo of the editor. */
export function FormCodeTabs({
  document,
  schema,
  errors,
  tab,
  onTab,
  isReadOnly = false,
  isCodeOnly = false,
  size = 'page',
  children,
}: FormCodeTabsProps) {
  const panel = useId();
  const isCode = isCodeOnly || tab === 'code';
  // The editor is a file of its own: who never looks at the code never loads it.
  const [hasEditor, setHasEditor] = useState(isCode);
  if (isCode && !hasEditor) setHasEditor(true);
  const { problem } = document;
  // A form out of sight must not slow down typing in the code.
  const value = useDeferredValue(document.value);
  const isMended = problem === undefined;
  const unread = problem && (
    <Notice tone="unhealthy">
      The code cannot be parsed: line {problem.line}: {problem.message}.
      {!isCodeOnly && ' The form shows the last valid state.'}
    </Notice>
  );
  return (
    <div className={classes['pair']} data-size={size}>
      {!isCodeOnly && <PanelTabs label="Form or code" tabs={TABS} selected={tab} onSelect={onTab} panel={panel} />}
      {!isCode && unread}
      <div
        id={panel}
        className={classes['panel']}
        {...(!isCodeOnly && { role: 'tabpanel', 'aria-labelledby': tabId(panel, tab) })}
      >
        {!isCodeOnly && (
          <fieldset className={classes['form']} disabled={isReadOnly || !isMended} hidden={isCode}>
            <legend className="ui-hidden">Form</legend>
            {children(isCode ? value : document.value, document.writeValue)}
          </fieldset>
        )}
        {(isCode || hasEditor) && (
          <div className={classes['code']} hidden={!isCode}>
            <PanelBoundary>
              <Suspense fallback={<Skeleton height="300px" />}>
                <CodeEditor
                  label="Code"
                  text={document.text}
                  schema={schema}
                  errors={errors}
                  isReadOnly={isReadOnly}
                  onChange={document.writeText}
                />
              </Suspense>
            </PanelBoundary>
          </div>
        )}
      </div>
      {/* Under the code: above it the notice would move the line that somebody types. */}
      {isCode && unread && <div className={classes['unread']}>{unread}</div>}
    </div>
  );
}
