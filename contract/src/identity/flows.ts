/**
 * The self-service flow protocol that the console and other clients speak (wire contract 1.4; the API of Ory Kratos). It is
 * served under `/kratos`, `/api/.ory` and `/.ory`.
 */

export const FLOW_KINDS = ['login', 'registration', 'recovery', 'verification', 'settings'] as const;
/** Of a new password, counted as a person counts them. */
export const FEWEST_PASSWORD_CHARACTERS = 8;

export type FlowKind = (typeof FLOW_KINDS)[number];

/** `aal1`: one factor; `aal2`: two. */
export type AssuranceLevel = 'aal1' | 'aal2';

/** A sentence of the server with the number by which clients know it. */
export interface UiText {
  readonly id: number;
  readonly text: string;
  readonly type: 'info' | 'error' | 'success';
  readonly context?: Readonly<Record<string, unknown>>;
}

/** The section of a page to which a node belongs; `default` stands beside every method. */
export type NodeGroup =
  | 'default'
  | 'password'
  | 'oidc'
  | 'profile'
  | 'lookup_secret'
  | 'totp'
  | 'webauthn'
  | 'passkey'
  | 'code'
  | 'link';

export interface InputAttributes {
  readonly node_type: 'input';
  readonly name: string;
  readonly type: 'hidden' | 'checkbox' | 'button' | 'submit' | 'text' | 'password' | 'email' | 'tel' | 'url' | 'number';
  readonly value?: string | number | boolean;
  readonly required?: boolean;
  readonly disabled: boolean;
  readonly autocomplete?: string;
  readonly pattern?: string;
  readonly maxlength?: number;
  /** Of a new password, so that a page can say it before something is typed. */
  readonly minlength?: number;
  /** JavaScript for clients that run it; ours branches on `onclickTrigger`. */
  readonly onclick?: string;
  /** What a button does in the browser before the form is sent. */
  readonly onclickTrigger?: PasskeyTrigger;
}

/** `value` of such a button is the JSON of the options for the browser's WebAuthn call; the answer goes into the field {@link PASSKEY_FIELDS}. */
export type PasskeyTrigger =
  | 'oryWebAuthnLogin'
  | 'oryWebAuthnRegistration'
  | 'oryPasskeyLogin'
  | 'oryPasskeyRegistration';

/** Name of the field that takes the browser's answer, as JSON, for each trigger. */
export const PASSKEY_FIELDS: Readonly<Record<PasskeyTrigger, string>> = {
  oryWebAuthnLogin: 'webauthn_login',
  oryWebAuthnRegistration: 'webauthn_register',
  oryPasskeyLogin: 'passkey_login',
  oryPasskeyRegistration: 'passkey_register',
};

export interface TextAttributes {
  readonly node_type: 'text';
  readonly id: string;
  readonly text: UiText;
}
export interface ImageAttributes {
  readonly node_type: 'img';
  readonly id: string;
  /** A data URI. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
}
export interface ScriptAttributes {
  readonly node_type: 'script';
  readonly id: string;
  readonly src: string;
  readonly async: boolean;
  readonly crossorigin: string;
  readonly integrity: string;
  readonly referrerpolicy: string;
  readonly type: string;
  readonly nonce: string;
}
export interface AnchorAttributes {
  readonly node_type: 'a';
  readonly id: string;
  readonly href: string;
  readonly title: UiText;
}
export type NodeAttributes = InputAttributes | TextAttributes | ImageAttributes | ScriptAttributes | AnchorAttributes;

export interface UiNode {
  readonly type: NodeAttributes['node_type'];
  readonly group: NodeGroup;
  readonly attributes: NodeAttributes;
  /** What is wrong with this field. */
  readonly messages: readonly UiText[];
  readonly meta: { readonly label?: UiText };
}

export interface FlowUi {
  /** Address to which the values go, as JSON. */
  readonly action: string;
  readonly method: 'POST' | 'GET';
  readonly nodes: readonly UiNode[];
  readonly messages?: readonly UiText[];
}

/** `choose_method`, `sent_email`, `passed_challenge`; `show_form` and `success` of settings. */
export type FlowState = 'choose_method' | 'sent_email' | 'passed_challenge' | 'show_form' | 'success';

/** What the client does next, after a success. */
export type ContinueWith =
  | {
      readonly action: 'show_verification_ui';
      readonly flow: { readonly id: string; readonly url?: string; readonly verifiable_address: string };
    }
  | { readonly action: 'redirect_browser_to'; readonly redirect_browser_to: string };

/** A flow of any kind; times are ISO 8601. */
export interface Flow {
  readonly id: string;
  readonly type: 'browser';
  readonly issued_at: string;
  readonly expires_at: string;
  readonly request_url: string;
  readonly return_to?: string;
  readonly ui: FlowUi;
  readonly state: FlowState;
  /** The method that was used last. */
  readonly active?: string;
  /** Of login: asks again, although somebody is signed in. */
  readonly refresh?: boolean;
  /** Of login. */
  readonly requested_aal?: AssuranceLevel;
  /** Of settings: whose they are. */
  readonly identity?: FlowIdentity;
  readonly continue_with?: readonly ContinueWith[];
}

export interface IdentityTraits {
  readonly email: string;
  readonly name: { readonly first: string; readonly last: string };
}

export interface FlowIdentity {
  readonly id: string;
  readonly schema_id: string;
  readonly schema_url: string;
  readonly state: string;
  readonly state_changed_at: string;
  readonly traits: IdentityTraits;
  readonly verifiable_addresses: readonly VerifiableAddress[];
  readonly recovery_addresses: readonly { readonly id: string; readonly value: string; readonly via: 'email' }[];
  readonly metadata_public: null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface VerifiableAddress {
  readonly id: string;
  readonly value: string;
  readonly verified: boolean;
  readonly via: 'email';
  readonly status: 'pending' | 'sent' | 'completed';
}

/** `GET /kratos/sessions/whoami`. */
export interface FlowSession {
  readonly id: string;
  readonly active: boolean;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly authenticated_at: string;
  readonly authenticator_assurance_level: AssuranceLevel;
  readonly authentication_methods: readonly AuthenticationMethod[];
  readonly identity: FlowIdentity;
  readonly devices: readonly { readonly id: string; readonly ip_address?: string; readonly user_agent?: string }[];
}

export interface AuthenticationMethod {
  readonly method: string;
  readonly aal: AssuranceLevel;
  readonly completed_at: string;
}

/** Answer of a submit that signed somebody in. */
export interface SignedIn {
  readonly session: FlowSession;
  readonly continue_with?: readonly ContinueWith[];
}

/** Answer of a registration; without `session` the account must be verified first. */
export interface Registered {
  readonly identity?: FlowIdentity;
  readonly session?: FlowSession;
  readonly continue_with?: readonly ContinueWith[];
}

/** Why a step of the flow protocol was refused (specification 3, section 8), with the status that it is answered with. */
export const FLOW_ERRORS = {
  session_aal2_required: 403,
  session_already_available: 400,
  session_refresh_required: 403,
  session_inactive: 401,
  self_service_flow_return_to_forbidden: 400,
  self_service_flow_expired: 410,
  self_service_flow_disabled: 400,
  security_csrf_violation: 403,
  security_identity_mismatch: 400,
  browser_location_change_required: 422,
  not_found: 404,
  too_many_requests: 429,
} as const satisfies Readonly<Record<string, number>>;
export type FlowErrorId = keyof typeof FLOW_ERRORS;

/** Body of a refused step. */
export interface FlowErrorBody {
  readonly error: {
    readonly id: FlowErrorId;
    readonly code: number;
    readonly status: string;
    readonly reason: string;
    readonly message: string;
  };
  readonly redirect_browser_to?: string;
  /** Of an expired flow: the one that takes its place. */
  readonly use_flow_id?: string;
}

/** Numbers of the sentences that clients branch on; the others are shown as they come. */
export const UI_TEXT = {
  loginRefresh: 1010003,
  loginSecondFactor: 1010004,
  settingsSaved: 1050001,
  /** `context.secrets`: the list of backup codes, `{ id, text, context: { secret } }` each; a used one has the id {@link UI_TEXT.backupCodeUsed}. */
  backupCodeList: 1050015,
  backupCodeUsed: 1050014,
  recoveryCodeSent: 1060003,
  recovered: 1060001,
  verified: 1080002,
  verificationCodeSent: 1080003,
  credentialsInvalid: 4000006,
  fieldRequired: 4000002,
  notVerified: 4000010,
  /** The registration is by invitation only, or closed: the sentence says which. */
  registrationRefused: 4040100,
} as const;
