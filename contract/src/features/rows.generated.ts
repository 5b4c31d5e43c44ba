// Generated from the schema `api` of the database by `npm run generate`; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  api: {
    Tables: { [_ in never]: never };
    Views: {
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
    };
    Functions: { [_ in never]: never };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

/** Exposed view → the tables whose changes change its rows, under the names that the change stream calls them by. */
export const tablesBehind = {
  properties: ['properties'],
} as const satisfies Record<keyof Database['api']['Views'], readonly string[]>;
