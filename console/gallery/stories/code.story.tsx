import { CodeView } from '@watchroom/ui';
import type { Story } from '../story.ts';

const TEXT = `# Checks of the shop
schedule: '@every 30s'
http:
  - name: shop
    url: https://example.org/health
    responseCodes: [200, 201]
    body: |
      two
      lines
isActive: true
`;

export const story: Story = {
  title: 'Code view',
  render: () => <CodeView text={TEXT} label="Spec of shop" />,
};
