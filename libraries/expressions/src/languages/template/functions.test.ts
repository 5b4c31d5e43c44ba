import { describe, expect, it } from 'vitest';
import { compile } from '../../compile.ts';

const env = {
  path: '/srv/data/report.csv', port: '8080', text: 'a,b', labels: { app: 'x', team: 'core' }, json: '{"a":{"b":[1,2.5]}}',
  last_result: { results: { count: 3, names: ['x'] } }, bytes: 123_456, none: null,
}; // biome-ignore format: a list

describe('functions in templates', () => {
  it.each([
    ['{{ filepath.Base .path }}', 'report.csv'],
    ['{{ conv.ToInt .port }} {{ eq (conv.ToInt .port) 8080 }}', '8080 true'],
    ['{{ .none | default "d" }} {{ default 5 .missing }} {{ default "d" .port }}', 'd 5 8080'],
    ['{{ .labels | toJSON }}', '{"app":"x","team":"core"}'],
    ['{{ .labels | toJSONPretty "  " }}', '{\n  "app": "x",\n  "team": "core"\n}'],
    ['{{ .labels | toYAML }}', 'app: x\nteam: core'],
    ['{{ (json .json).a.b }} {{ index (.json | json).a.b 1 }}', '[1 2.5] 2.5'],
    ['{{ strings.ToLower "ÄB" }} {{ "AB" | toLower }}', 'äb ab'],
    ['{{ index (.text | strings.Split ",") 1 }} {{ split .text "," }}', 'b [a b]'],
    ['{{ random.Alpha 5 | len }}', '5'],
    ['{{ "rm -rf *" | shellQuote }}', "'rm -rf *'"],
    ['{{ humanizeBytes .bytes }} {{ humanizeTime 5400 }}', '120.6K 1h30m'],
    ['{{ if and (gt .last_result.results.count 2) (not .none) }}{{ last_result.results.names }}{{ end }}', '[x]'],
    ['{{ contains .text "a" }} {{ strings.Contains "a" .text }} {{ hasPrefix .path "/srv" }}', 'true true true'],
    ['{{ .path | strings.TrimPrefix "/srv" | replaceAll "/" ":" }}', ':data:report.csv'],
    ['{{ "x" | strings.Indent 2 "-" }} {{ "x" | indent "> " }}', '--x > x'],
    ['{{ add "1" 2 }} {{ sub 5 2 }} {{ div 7 2 }} {{ quote 80 }}', '3 3 3.5 "80"'],
    ['{{ append "c" (split .text ",") }} {{ keys .labels }} {{ seq 3 }}', '[a b c] [app team] [1 2 3]'],
    ['{{ (time.ParseDateTime "2020-01-02").Unix }} {{ regexp.Replace "a" "b" "banana" }}', '1577923200 bbnbnb'],
    ['{{ (dict "kind" "Pod" "metadata" (dict "namespace" "shop") | k8s.labels).namespace }}', 'shop'],
    ['{{ range $k, $v := merge (dict "app" "y") .labels }}{{ $k }}={{ $v }} {{ end }}', 'app=y team=core'],
    ['$(.labels.app) $(labels.team) $(.path | filepath.Ext)', 'x core .csv'],
  ])('%s', (text, result) => {
    const program = compile('template', text, { variables: [...Object.keys(env), 'missing'] });
    expect(program.errors).toEqual([]);
    expect(program.render(env)).toBe(result);
  });

  it.each([
    ['{{ assert "must hold" false }}', 'must hold'],
    ['{{ .none | required "a name is needed" }}', 'a name is needed'],
    [
      '{{ strings.Split "," .labels }}',
      'strings.Split (separator: string) (pieces?: count) (text: string) cannot be called',
    ],
    ['{{ conv.ToInt "x" }}', 'Cannot convert the string "x" to int.'],
  ])('fail with a reason: %s', (text, message) => {
    expect(() => compile('template', text).render(env)).toThrow(message);
  });
});
