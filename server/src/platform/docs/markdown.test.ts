import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const render = (source: string) => renderMarkdown(source, (target) => target);

describe('a page of Markdown', () => {
  it('gives its title, its first sentence and its headings, each with an anchor of its own', () => {
    const page = render(
      '<!-- made -->\n\n# The `guide`\n\n**Why.** It *helps*. More.\n\n## One\n\n### One\n\n#### Deep\n',
    );
    expect(page.title).toBe('The guide');
    expect(page.summary).toBe('It helps.');
    expect(page.headings).toEqual([
      { depth: 2, text: 'One', id: 'one' },
      { depth: 3, text: 'One', id: 'one-1' },
    ]);
    expect(page.html).toContain('<h2 id="one">One <a class="anchor" href="#one" aria-label="Link to One">#</a></h2>');
    expect(page.html).not.toContain('<h1');
  });

  it('names anchors as GitHub does', () => {
    expect(render('## What `curl -X` says: a/b, ß').headings[0]?.id).toBe('what-curl--x-says-ab-ß');
  });

  it.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '## <img src=x onerror=alert(1)>',
    '| a |\n|---|\n| <script>x</script> |',
    '<!-- c --><script>alert(1)</script>',
    '<scr<!-- c -->ipt>alert(1)</script>',
    '```\n</code><script>x</script>\n```',
    '`<script>`',
    '![<script>](x)',
    '[<script>](x"onclick="y)',
  ])('lets no HTML through: %s', (source) => {
    const { html } = render(source);
    expect(html).not.toMatch(/<(?:script|img)/i);
    expect(html).not.toMatch(/<[^>]+"\s*on\w+=/i);
  });

  it('drops comments', () => {
    expect(render('a\n\n<!-- bench:x -->\n\nb').html).not.toMatch(/bench|--/);
  });

  it('keeps the text of a link that leads nowhere', () => {
    const { html } = renderMarkdown('[**the** file](x.ts) and [page](y)', (target) =>
      target === 'y' ? '/y?a&b' : undefined,
    );
    expect(html).toBe('<p><strong>the</strong> file and <a href="/y?a&amp;b">page</a></p>\n');
  });

  it('lets the keyboard scroll wide code and tables', () => {
    const { html } = render('| a |\n|---|\n| b |\n\n```sh\nls\n```');
    expect(html).toContain('<div class="wide" tabindex="0"');
    expect(html).toContain('<pre tabindex="0"><code>ls</code></pre>');
  });
});
