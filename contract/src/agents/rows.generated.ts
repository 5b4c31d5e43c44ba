// Generated from the schema `api` of the database by `npm run generate`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: {
      agents: {
        Row: {
          cleanup: boolean;
          created_at: string;
          created_by: string | null;
          deleted_at: string | null;
          description: string | null;
          hostname: string | null;
          id: string;
          ip: string | null;
          last_received: string | null;
          last_seen: string | null;
          name: string;
          person_id: string | null;
          properties: Json | null;
          tls: string | null;
          updated_at: string;
          username: string | null;
          version: string | null;
        };
        Insert: {
          cleanup?: boolean;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          description?: string | null;
          hostname?: string | null;
          id?: string;
          ip?: string | null;
          last_received?: string | null;
          last_seen?: string | null;
          name?: string;
          person_id?: string | null;
          properties?: Json | null;
          tls?: string | null;
          updated_at?: string;
          username?: string | null;
          version?: string | null;
        };
        Update: {
          cleanup?: boolean;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          description?: string | null;
          hostname?: string | null;
          id?: string;
          ip?: string | null;
          last_received?: string | null;
          last_seen?: string | null;
          name?: string;
          person_id?: string | null;
          properties?: Json | null;
          tls?: string | null;
          updated_at?: string;
          username?: string | null;
          version?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'agents_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'agents_person_id_fkey';
            columns: ['person_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Functions: { [_ in never]: never };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const tablesBehind = {
  agents: ['agents'],
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
