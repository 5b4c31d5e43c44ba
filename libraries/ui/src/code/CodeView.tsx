import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import classes from './code.module.css';
import { copyText } from './copy.ts';
import { yamlTokens } from './highlight.ts';

/** Read-only YAML with line numbers and a copy button. */
export function CodeView({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    <div className={classes['view']}>
      <ActionIcon className={classes['copy'] ?? ''} aria-label="Copy" title="Copy" onClick={() => void copyText(text)}>
        <IconCopy size={16} stroke={1.6} />
      </ActionIcon>
      <pre className={classes['code']} tabIndex={0} aria-label={label} role="region">
        {lines.map((line, number) => (
          // Lines have no identity of their own and never move.
          <code key={number} className={classes['line']}>
            {yamlTokens(line).map((token, position) => (
              <span key={position} data-kind={token.kind}>
                {token.text}
              </span>
            ))}
            {'\n'}
          </code>
        ))}
      </pre>
    </div>
  );
}
