// Generated from the files of this folder by `npm run generate`; do not edit.
import { kindRegistry } from '../../platform/kinds/family.ts';
import { kind as anthropic } from './anthropic.ts';
import { kind as azure_devops } from './azure_devops.ts';
import { kind as discord } from './discord.ts';
import { kind as dynatrace } from './dynatrace.ts';
import { kind as elasticsearch } from './elasticsearch.ts';
import { kind as email } from './email.ts';
import { kind as gemini } from './gemini.ts';
import { kind as generic_webhook } from './generic_webhook.ts';
import { kind as github } from './github.ts';
import { kind as gitlab } from './gitlab.ts';
import { kind as google_chat } from './google_chat.ts';
import { kind as http } from './http.ts';
import { kind as ifttt } from './ifttt.ts';
import { kind as ldap } from './ldap.ts';
import { kind as loki } from './loki.ts';
import { kind as matrix } from './matrix.ts';
import { kind as mattermost } from './mattermost.ts';
import { kind as mysql } from './mysql.ts';
import { kind as ntfy } from './ntfy.ts';
import { kind as ollama } from './ollama.ts';
import { kind as openai } from './openai.ts';
import { kind as opensearch } from './opensearch.ts';
import { kind as opsgenie } from './opsgenie.ts';
import { kind as postgres } from './postgres.ts';
import { kind as prometheus } from './prometheus.ts';
import { kind as pushbullet } from './pushbullet.ts';
import { kind as pushover } from './pushover.ts';
import { kind as redis } from './redis.ts';
import { kind as rocketchat } from './rocketchat.ts';
import { kind as slack } from './slack.ts';
import { kind as teams } from './teams.ts';
import { kind as telegram } from './telegram.ts';
import { kind as zulip_chat } from './zulip_chat.ts';
import { family } from './family.ts';

/** Every kind of the room under its id. */
export const kinds = { anthropic, azure_devops, discord, dynatrace, elasticsearch, email, gemini, generic_webhook, github, gitlab, google_chat, http, ifttt, ldap, loki, matrix, mattermost, mysql, ntfy, ollama, openai, opensearch, opsgenie, postgres, prometheus, pushbullet, pushover, redis, rocketchat, slack, teams, telegram, zulip_chat } as const;

/** The kinds with what is known of them. */
export const registry = kindRegistry(family, kinds);
