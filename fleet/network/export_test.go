package network

import "context"

// Reconcile, Fill and Done are what a Server does by itself again and again.
func (s *Server) Reconcile(ctx context.Context) error { return s.reconcile(ctx) }
func (s *Server) Fill(ctx context.Context) error      { return s.fill(ctx) }
func (s *Server) Done() (bool, error)                 { return s.done() }
