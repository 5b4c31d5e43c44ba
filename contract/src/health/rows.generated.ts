// Generated from the schema `api` of the database by `npm run generate`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: {
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
          transformed_from: string | null;
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
          {
            foreignKeyName: 'checks_transformed_from_fkey';
            columns: ['transformed_from'];
            isOneToOne: false;
            referencedRelation: 'check_list';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checks_transformed_from_fkey';
            columns: ['transformed_from'];
            isOneToOne: false;
            referencedRelation: 'check_names';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checks_transformed_from_fkey';
            columns: ['transformed_from'];
            isOneToOne: false;
            referencedRelation: 'checks';
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
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
