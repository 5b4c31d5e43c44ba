import { parse as renderWithGo } from '@evertdespiegeleer/go-template';
import { compile } from '@watchroom/expressions';
import type { Row, Section } from '../kit/rows.ts';
import { ENVIRONMENT } from './documents.ts';
import type { Effort } from './effort.ts';
import { perSecond, rateOf, rateOfLater } from './rate.ts';

/** Templates that both engines understand, as documents have them. */
const SHARED = [
  '{{ .results.code }} in {{ .results.elapsed }} ms',
  '{{ if eq .results.json.status "up" }}fine{{ else }}{{ .results.json.status }}{{ end }}',
  '{{ range $i, $item := .results.json.items }}{{ if $i }}, {{ end }}{{ $item.name }}{{ end }}',
  '{{ printf "%s: %v" .results.json.status (len .results.json.items) }}',
];

/** Templates beside the engine of Go itself. */
export async function measureTemplates({ time }: Effort): Promise<Section> {
  const rows: Row[] = [];
  for (const text of SHARED) {
    const program = compile('template', text);
    const theirs = (await renderWithGo(text, ENVIRONMENT)).trim();
    if (program.render(ENVIRONMENT) !== theirs) throw new Error(`both engines must write the same for ${text}`);
    const compiled = rateOf(time, () => program.render(ENVIRONMENT));
    const both = rateOf(time, () => compile('template', text).render(ENVIRONMENT));
    const limit = await rateOfLater(time, 1, () => renderWithGo(text, ENVIRONMENT));
    const row = (what: string, measured: number): Row => ({
      what: `${what} \`${text}\``,
      measured: perSecond(measured),
      limit: perSecond(limit),
      ratio: measured / limit,
      goal: { text: '≥ 0.7', met: measured / limit >= 0.7 },
    });
    rows.push(row('evaluate', compiled), row('compile and evaluate', both));
  }
  return {
    title: 'Go templates',
    rows,
    notes: [
      'The limit is text/template of Go 1.25, compiled to WebAssembly. It reads the text and the variables at each evaluation.',
    ],
  };
}
