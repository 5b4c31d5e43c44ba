export type CodeToken = { readonly kind: 'key' | 'text' | 'number' | 'comment' | 'plain'; readonly text: string };

const LINE = /^(\s*(?:- )*)((?:"[^"]*"|'[^']*'|[^\s#:'"][^:#]*?):(?=\s|$))?(\s*)(.*)$/;

/** Colours one line of YAML well enough to read it; what it does not know stays plain. */
export function yamlTokens(line: string): readonly CodeToken[] {
  const [, indent = '', key = '', gap = '', rest = ''] = LINE.exec(line) ?? [];
  const tokens: CodeToken[] = [{ kind: 'plain', text: indent }];
  if (key) tokens.push({ kind: 'key', text: key });
  tokens.push({ kind: 'plain', text: gap }, { kind: valueKind(rest), text: rest });
  return tokens.filter((token) => token.text !== '');
}

function valueKind(text: string): CodeToken['kind'] {
  if (text.startsWith('#')) return 'comment';
  if (/^(-?\d+(\.\d+)?|true|false|null)$/.test(text)) return 'number';
  return text === '|' || text === '>' || text === '{}' || text === '[]' ? 'plain' : 'text';
}
