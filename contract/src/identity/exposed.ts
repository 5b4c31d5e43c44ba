import type { Exposed } from '../rooms/exposed.ts';

export const exposed: Exposed = {
  tables: {
    people: { area: 'everyone' },
    people_roles: { area: 'everyone' },
    identities: { area: 'identities' },
    // Part of the object "database.public" of the wire contract (2.12): read by all, written by admin and editor.
    teams: { area: 'database', writes: { insert: true, update: true } },
    teams_with_status: { area: 'database' },
    team_members: { area: 'database', writes: { insert: true, delete: true } },
    // Old and new values of every area, people and their roles included.
    audit_log: { area: 'action:audit.read' },
  },
  heard: { mails: 'action:outbox.read' },
  audited: {
    'identity.access_tokens': 'Access token',
    'identity.backup_codes': 'Backup code',
    'identity.credentials': 'Credential',
    'identity.identities': 'Account',
    'identity.invitations': 'Invitation',
    'identity.passkeys': 'Passkey',
    'identity.people': 'Person',
    'identity.person_roles': 'Role',
    'identity.provider_accounts': 'Provider account',
    'identity.team_members': 'Team member',
    'identity.teams': 'Team',
  },
};
