/** Roles of the product, strongest first. A signed-in person without a role is a viewer. */
export const ROLES = ['admin', 'editor', 'commander', 'responder', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
