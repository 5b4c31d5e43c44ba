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
      canaries: {
        Row: {
          agent_id: string;
          annotations: Json | null;
          created_at: string | null;
          created_by: string | null;
          deleted_at: string | null;
          id: string;
          is_pushed: boolean;
          labels: Json | null;
          name: string;
          namespace: string;
          schedule_error: string | null;
          source: string | null;
          spec: Json | null;
          updated_at: string | null;
          warnings: string[];
        };
        Insert: {
          agent_id?: string;
          annotations?: Json | null;
          created_at?: string | null;
          created_by?: string | null;
          deleted_at?: string | null;
          id?: string;
          is_pushed?: boolean;
          labels?: Json | null;
          name?: string;
          namespace?: string;
          schedule_error?: string | null;
          source?: string | null;
          spec?: Json | null;
          updated_at?: string | null;
          warnings?: string[];
        };
        Update: {
          agent_id?: string;
          annotations?: Json | null;
          created_at?: string | null;
          created_by?: string | null;
          deleted_at?: string | null;
          id?: string;
          is_pushed?: boolean;
          labels?: Json | null;
          name?: string;
          namespace?: string;
          schedule_error?: string | null;
          source?: string | null;
          spec?: Json | null;
          updated_at?: string | null;
          warnings?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'canaries_agent_id_fkey';
            columns: ['agent_id'];
            isOneToOne: false;
            referencedRelation: 'agents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'canaries_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      canaries_with_status: {
        Row: {
          agent: Json | null;
          agent_id: string;
          created_at: string | null;
          created_by: string | null;
          deleted_at: string | null;
          id: string;
          interval: string | null;
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
          labels: Json | null;
          last_runtime: string | null;
          name: string;
          namespace: string;
          schedule: string | null;
          source: string | null;
          updated_at: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'canaries_agent_id_fkey';
            columns: ['agent_id'];
            isOneToOne: false;
            referencedRelation: 'agents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'canaries_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      check_labels: {
        Row: {
          key: string | null;
          value: string | null;
        };
        Relationships: [];
      };
      check_list: {
        Row: {
          agent_id: string;
          canary_id: string;
          canary_name: string;
          canary_namespace: string;
          canary_source: string | null;
          created_at: string | null;
          deleted_at: string | null;
          description: string | null;
          endpoint: string;
          first_due_at: string | null;
          icon: string | null;
          id: string;
          interval_ms: number | null;
          labels: Json | null;
          last_duration: number | null;
          last_message: string | null;
          last_runtime: string | null;
          last_transition_time: string | null;
          name: string;
          namespace: string | null;
          next_runtime: string | null;
          owner: string | null;
          problem: string | null;
          severity: string | null;
          silenced_at: string | null;
          spec: Json | null;
          status: string | null;
          type: string;
          updated_at: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'checks_agent_id_fkey';
            columns: ['agent_id'];
            isOneToOne: false;
            referencedRelation: 'agents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checks_canary_id_fkey';
            columns: ['canary_id'];
            isOneToOne: false;
            referencedRelation: 'canaries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checks_canary_id_fkey';
            columns: ['canary_id'];
            isOneToOne: false;
            referencedRelation: 'canaries_with_status';
            referencedColumns: ['id'];
          },
        ];
      };
      check_names: {
        Row: {
          canary_id: string;
          id: string;
          name: string;
          status: string | null;
          type: string;
        };
        Insert: {
          canary_id?: string;
          id?: string;
          name?: string;
          status?: never;
          type?: string;
        };
        Update: {
          canary_id?: string;
          id?: string;
          name?: string;
          status?: never;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'checks_canary_id_fkey';
            columns: ['canary_id'];
            isOneToOne: false;
            referencedRelation: 'canaries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checks_canary_id_fkey';
            columns: ['canary_id'];
            isOneToOne: false;
            referencedRelation: 'canaries_with_status';
            referencedColumns: ['id'];
          },
        ];
      };
      check_statuses: {
        Row: {
          check_id: string;
          created_at: string;
          details: Json | null;
          duration: number | null;
          error: string | null;
          invalid: boolean | null;
          is_pushed: boolean;
          message: string | null;
          severity: string | null;
          status: boolean | null;
          time: string;
        };
        Insert: {
          check_id?: string;
          created_at?: string;
          details?: Json | null;
          duration?: number | null;
          error?: string | null;
          invalid?: boolean | null;
          is_pushed?: boolean;
          message?: string | null;
          severity?: string | null;
          status?: boolean | null;
          time?: string;
        };
        Update: {
          check_id?: string;
          created_at?: string;
          details?: Json | null;
          duration?: number | null;
          error?: string | null;
          invalid?: boolean | null;
          is_pushed?: boolean;
          message?: string | null;
          severity?: string | null;
          status?: boolean | null;
          time?: string;
        };
        Relationships: [];
      };
      check_statuses_1d: {
        Row: {
          check_id: string;
          created_at: string;
          duration: number;
          failed: number;
          p50: number | null;
          p95: number | null;
          p97: number | null;
          p99: number | null;
          passed: number;
          total: number;
        };
        Insert: {
          check_id?: string;
          created_at?: string;
          duration?: number;
          failed?: number;
          p50?: number | null;
          p95?: number | null;
          p97?: number | null;
          p99?: number | null;
          passed?: number;
          total?: number;
        };
        Update: {
          check_id?: string;
          created_at?: string;
          duration?: number;
          failed?: number;
          p50?: number | null;
          p95?: number | null;
          p97?: number | null;
          p99?: number | null;
          passed?: number;
          total?: number;
        };
        Relationships: [];
      };
      check_statuses_1h: {
        Row: {
          check_id: string;
          created_at: string;
          duration: number;
          failed: number;
          p50: number | null;
          p95: number | null;
          p97: number | null;
          p99: number | null;
          passed: number;
          total: number;
        };
        Insert: {
          check_id?: string;
          created_at?: string;
          duration?: number;
          failed?: number;
          p50?: number | null;
          p95?: number | null;
          p97?: number | null;
          p99?: number | null;
          passed?: number;
          total?: number;
        };
        Update: {
          check_id?: string;
          created_at?: string;
          duration?: number;
          failed?: number;
          p50?: number | null;
          p95?: number | null;
          p97?: number | null;
          p99?: number | null;
          passed?: number;
          total?: number;
        };
        Relationships: [];
      };
      check_statuses_5m: {
        Row: {
          check_id: string;
          created_at: string;
          duration: number;
          durations: number[];
          failed: number;
          last_fail: string | null;
          last_pass: string | null;
          passed: number;
          total: number;
        };
        Insert: {
          check_id?: string;
          created_at?: string;
          duration?: number;
          durations?: number[];
          failed?: number;
          last_fail?: string | null;
          last_pass?: string | null;
          passed?: number;
          total?: number;
        };
        Update: {
          check_id?: string;
          created_at?: string;
          duration?: number;
          durations?: number[];
          failed?: number;
          last_fail?: string | null;
          last_pass?: string | null;
          passed?: number;
          total?: number;
        };
        Relationships: [];
      };
      checks: {
        Row: {
          agent_id: string;
          canary_id: string;
          category: string | null;
          created_at: string | null;
          deleted_at: string | null;
          description: string | null;
          endpoint: string;
          icon: string | null;
          id: string;
          is_pushed: boolean;
          labels: Json | null;
          last_runtime: string | null;
          last_transition_time: string | null;
          name: string;
          namespace: string | null;
          next_runtime: string | null;
          owner: string | null;
          problem: string | null;
          severity: string | null;
          silenced_at: string | null;
          spec: Json | null;
          status: string | null;
          transformed: boolean | null;
          type: string;
          updated_at: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'checks_agent_id_fkey';
            columns: ['agent_id'];
            isOneToOne: false;
            referencedRelation: 'agents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checks_canary_id_fkey';
            columns: ['canary_id'];
            isOneToOne: false;
            referencedRelation: 'canaries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checks_canary_id_fkey';
            columns: ['canary_id'];
            isOneToOne: false;
            referencedRelation: 'canaries_with_status';
            referencedColumns: ['id'];
          },
        ];
      };
      event_queue_summary: {
        Row: {
          average_attempts: number | null;
          failed: number | null;
          first_failure: string | null;
          last_failure: string | null;
          most_common_error: string | null;
          name: string;
          pending: number | null;
        };
        Relationships: [];
      };
      failed_events: {
        Row: {
          attempts: number;
          created_at: string;
          delay: number | null;
          error: string | null;
          id: string;
          last_attempt: string | null;
          name: string;
          next_attempt: string | null;
          priority: number;
          properties: Json;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          delay?: number | null;
          error?: string | null;
          id?: string;
          last_attempt?: string | null;
          name?: string;
          next_attempt?: string | null;
          priority?: number;
          properties?: Json;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          delay?: number | null;
          error?: string | null;
          id?: string;
          last_attempt?: string | null;
          name?: string;
          next_attempt?: string | null;
          priority?: number;
          properties?: Json;
        };
        Relationships: [];
      };
      identities: {
        Row: {
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
          state: string;
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
      job_histories: {
        Row: {
          agent: Json | null;
          agent_id: string;
          created_at: string;
          details: Json | null;
          duration_millis: number | null;
          error_count: number | null;
          hostname: string | null;
          id: string;
          is_pushed: boolean;
          name: string | null;
          resource_id: string | null;
          resource_name: string | null;
          resource_type: string | null;
          status: string | null;
          success_count: number | null;
          time_end: string | null;
          time_start: string | null;
        };
        Relationships: [];
      };
      job_history: {
        Row: {
          agent_id: string;
          created_at: string;
          details: Json | null;
          duration_millis: number | null;
          error_count: number | null;
          hostname: string | null;
          id: string;
          is_pushed: boolean;
          name: string | null;
          resource_id: string | null;
          resource_type: string | null;
          status: string | null;
          success_count: number | null;
          time_end: string | null;
          time_start: string | null;
        };
        Insert: {
          agent_id?: string;
          created_at?: string;
          details?: Json | null;
          duration_millis?: number | null;
          error_count?: number | null;
          hostname?: string | null;
          id?: string;
          is_pushed?: boolean;
          name?: string | null;
          resource_id?: string | null;
          resource_type?: string | null;
          status?: string | null;
          success_count?: number | null;
          time_end?: string | null;
          time_start?: string | null;
        };
        Update: {
          agent_id?: string;
          created_at?: string;
          details?: Json | null;
          duration_millis?: number | null;
          error_count?: number | null;
          hostname?: string | null;
          id?: string;
          is_pushed?: boolean;
          name?: string | null;
          resource_id?: string | null;
          resource_type?: string | null;
          status?: string | null;
          success_count?: number | null;
          time_end?: string | null;
          time_start?: string | null;
        };
        Relationships: [];
      };
      job_history_latest_status: {
        Row: {
          agent_id: string;
          created_at: string;
          details: Json | null;
          duration_millis: number | null;
          error_count: number | null;
          hostname: string | null;
          id: string;
          is_pushed: boolean;
          name: string | null;
          resource_id: string | null;
          resource_type: string | null;
          status: string | null;
          success_count: number | null;
          time_end: string | null;
          time_start: string | null;
        };
        Relationships: [];
      };
      job_history_names: {
        Row: {
          name: string | null;
        };
        Relationships: [];
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
      properties: {
        Row: {
          created_at: string;
          created_by: string | null;
          deleted_at: string | null;
          description: string | null;
          name: string;
          source: string;
          type: string | null;
          updated_at: string;
          value: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          description?: string | null;
          name?: string;
          source?: string;
          type?: string | null;
          updated_at?: string;
          value?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          description?: string | null;
          name?: string;
          source?: string;
          type?: string | null;
          updated_at?: string;
          value?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'properties_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      saved_views: {
        Row: {
          columns: Json | null;
          created_at: string;
          created_by: string | null;
          deleted_at: string | null;
          description: string | null;
          icon: string | null;
          id: string;
          is_shared: boolean;
          name: string;
          page: string;
          query: string;
          source: string | null;
          updated_at: string;
        };
        Insert: {
          columns?: Json | null;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          description?: string | null;
          icon?: string | null;
          id?: string;
          is_shared?: boolean;
          name?: string;
          page?: string;
          query?: string;
          source?: string | null;
          updated_at?: string;
        };
        Update: {
          columns?: Json | null;
          created_at?: string;
          created_by?: string | null;
          deleted_at?: string | null;
          description?: string | null;
          icon?: string | null;
          id?: string;
          is_shared?: boolean;
          name?: string;
          page?: string;
          query?: string;
          source?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'saved_views_created_by_fkey';
            columns: ['created_by'];
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

/** A row of an exposed view. */
export type Row<Name extends keyof Database['api']['Views']> = Database['api']['Views'][Name]['Row'];

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const TABLES_BEHIND = {
  agents: ['agents'],
  audit_log: ['audit_log'],
  canaries: ['canaries'],
  canaries_with_status: ['agents', 'canaries', 'checks', 'job_history'],
  check_labels: ['checks'],
  check_list: ['canaries', 'checks'],
  check_names: ['checks'],
  check_statuses: ['check_statuses'],
  check_statuses_1d: ['check_statuses_1d'],
  check_statuses_1h: ['check_statuses_1h'],
  check_statuses_5m: ['check_statuses_5m'],
  checks: ['checks'],
  event_queue_summary: ['event_queue_summary'],
  failed_events: ['failed_events'],
  identities: ['identities', 'people'],
  job_histories: ['agents', 'canaries', 'job_history', 'teams'],
  job_history: ['job_history'],
  job_history_latest_status: ['job_history'],
  job_history_names: ['job_history'],
  people: ['people'],
  people_roles: ['people'],
  properties: ['properties'],
  saved_views: ['saved_views'],
  team_members: ['team_members'],
  teams: ['teams'],
  teams_with_status: ['job_history', 'teams'],
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
