// Generated from the schema `api` of the database by `npm run generate`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: {
      audit_log: {
        Row: {
          action: string;
          address: string | null;
          after: Json | null;
          at: string;
          before: Json | null;
          caller: string | null;
          id: string;
          row_id: string | null;
          table_name: string;
        };
        Insert: {
          action?: string;
          address?: never;
          after?: Json | null;
          at?: string;
          before?: Json | null;
          caller?: string | null;
          id?: string;
          row_id?: string | null;
          table_name?: string;
        };
        Update: {
          action?: string;
          address?: never;
          after?: Json | null;
          at?: string;
          before?: Json | null;
          caller?: string | null;
          id?: string;
          row_id?: string | null;
          table_name?: string;
        };
        Relationships: [];
      };
      identities: {
        Row: {
          account_state: string;
          created_at: string;
          email: string | null;
          email_verified: boolean | null;
          id: string;
          last_login: string | null;
          name: string;
          nid: string | null;
          role: string | null;
          roles: string[] | null;
          second_factor: boolean | null;
          state: string | null;
          state_changed_at: string;
          traits: Json | null;
          updated_at: string;
        };
        Relationships: [
          {
            foreignKeyName: 'identities_id_fkey';
            columns: ['id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      people: {
        Row: {
          avatar: string | null;
          created_at: string;
          deleted_at: string | null;
          email: string | null;
          external_id: string | null;
          id: string;
          last_login: string | null;
          name: string;
          organization: string | null;
          phone: string | null;
          properties: Json | null;
          team_id: string | null;
          title: string | null;
          type: string | null;
          updated_at: string;
        };
        Insert: {
          avatar?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          email?: string | null;
          external_id?: string | null;
          id?: string;
          last_login?: string | null;
          name?: string;
          organization?: string | null;
          phone?: string | null;
          properties?: Json | null;
          team_id?: string | null;
          title?: string | null;
          type?: string | null;
          updated_at?: string;
        };
        Update: {
          avatar?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          email?: string | null;
          external_id?: string | null;
          id?: string;
          last_login?: string | null;
          name?: string;
          organization?: string | null;
          phone?: string | null;
          properties?: Json | null;
          team_id?: string | null;
          title?: string | null;
          type?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'people_team_id_fkey';
            columns: ['team_id'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'people_team_id_fkey';
            columns: ['team_id'];
            isOneToOne: false;
            referencedRelation: 'teams_with_status';
            referencedColumns: ['id'];
          },
        ];
      };
      people_roles: {
        Row: {
          email: string | null;
          id: string;
          name: string;
          roles: string[] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'person_roles_person_id_fkey';
            columns: ['id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      team_members: {
        Row: {
          person_id: string;
          team_id: string;
        };
        Insert: {
          person_id?: string;
          team_id?: string;
        };
        Update: {
          person_id?: string;
          team_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'team_members_person_id_fkey';
            columns: ['person_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'team_members_team_id_fkey';
            columns: ['team_id'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'team_members_team_id_fkey';
            columns: ['team_id'];
            isOneToOne: false;
            referencedRelation: 'teams_with_status';
            referencedColumns: ['id'];
          },
        ];
      };
      teams: {
        Row: {
          created_at: string;
          created_by: string | null;
          deleted_at: string | null;
          icon: string | null;
          id: string;
          name: string;
          source: string | null;
          spec: Json | null;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          icon?: string | null;
          id?: string;
          name?: string;
          source?: string | null;
          spec?: Json | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          icon?: string | null;
          id?: string;
          name?: string;
          source?: string | null;
          spec?: Json | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'teams_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      teams_with_status: {
        Row: {
          created_at: string;
          created_by: string | null;
          deleted_at: string | null;
          icon: string | null;
          id: string;
          job_created_at: string | null;
          job_details: Json | null;
          job_duration_millis: number | null;
          job_error_count: number | null;
          job_hostname: string | null;
          job_last_failed: string | null;
          job_name: string | null;
          job_resource_type: string | null;
          job_status: string | null;
          job_success_count: number | null;
          job_time_end: string | null;
          job_time_start: string | null;
          name: string;
          source: string | null;
          spec: Json | null;
          updated_at: string;
        };
        Relationships: [
          {
            foreignKeyName: 'teams_created_by_fkey';
            columns: ['created_by'];
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
  audit_log: ['audit_log'],
  identities: ['identities', 'people'],
  people: ['people'],
  people_roles: ['people'],
  team_members: ['team_members'],
  teams: ['teams'],
  teams_with_status: ['job_history', 'teams'],
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
