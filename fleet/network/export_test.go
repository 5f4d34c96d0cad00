package network

import "context"

// Reconcile and Fill are what a Server does by itself again and again.
func (s *Server) Reconcile(ctx context.Context) error { return s.reconcile(ctx) }
func (s *Server) Fill(ctx context.Context) error      { return s.fill(ctx) }
