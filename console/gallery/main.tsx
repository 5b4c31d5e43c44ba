import { UiProvider } from '@watchroom/ui';
import '@watchroom/ui/theme.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import classes from './gallery.module.css';
import type { Story } from './story.ts';

const files = import.meta.glob<Story>('./stories/*.story.tsx', { eager: true, import: 'story' });
const stories = new Map(
  Object.entries(files).map(([path, story]) => [path.replace(/^.*\/|\.story\.tsx$/g, ''), story]),
);

const address = new URLSearchParams(location.search);
const theme = address.get('theme');
// The key under which the design system keeps the choice of a person.
if (theme === 'light' || theme === 'dark') localStorage.setItem('mantine-color-scheme-value', theme);

/** `?story=name&theme=dark` shows one part; without a name, the list of them. */
function Gallery() {
  const story = stories.get(address.get('story') ?? '');
  return (
    <main className={classes['page']}>
      <h1 className={classes['title']}>{story?.title ?? 'Gallery'}</h1>
      {story ? (
        story.render()
      ) : (
        <ul className={classes['list']}>
          {[...stories].map(([name, { title }]) => (
            <li key={name}>
              <a href={`?story=${name}`}>{title}</a> <a href={`?story=${name}&theme=dark`}>{title}, dark</a>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      {/* The heading shows when everything of the story has been loaded. */}
      <Suspense>
        <Gallery />
      </Suspense>
    </UiProvider>
  </StrictMode>,
);
