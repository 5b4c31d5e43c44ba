// Generated from the schema `api` of the database by `npm run generate`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: {
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
    };
    Functions: { [_ in never]: never };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const tablesBehind = {
  event_queue_summary: ['event_queue_summary'],
  failed_events: ['failed_events'],
  job_histories: ['agents', 'canaries', 'job_history', 'teams'],
  job_history: ['job_history'],
  job_history_latest_status: ['job_history'],
  job_history_names: ['job_history'],
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
