// Generated from the schema `api` of the database by `npm run generate`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: {
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
    };
    Functions: { [_ in never]: never };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const tablesBehind = {
  saved_views: ['saved_views'],
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
