import type { WordsByConstraint } from '../../platform/data-api/constraint-words.ts';

const NAME = 'A name has 1 to 253 characters and no spaces at either end';

/** What a caller is told when the database refuses a team or a member. */
export const teamWords: WordsByConstraint = {
  teams_name_check: { field: 'name', reason: NAME },
  teams_name_key: {
    field: 'name',
    reason: 'This name is taken',
    sentence: 'A team with this name already exists. Choose another name.',
  },
  teams_icon_check: { field: 'icon', reason: 'At most 500 characters' },
  team_members_pkey: {
    field: 'person_id',
    reason: 'Already in the team',
    sentence: 'One of these people is already in the team.',
  },
  team_members_team_id_fkey: { field: 'team_id', reason: 'There is no such team' },
  team_members_person_id_fkey: { field: 'person_id', reason: 'There is no such person' },
};
