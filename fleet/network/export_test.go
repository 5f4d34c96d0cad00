package network

import "context"

// Reconcile, Fill and Done are the steps that a Server repeats.
func (s *Server) Reconcile(ctx context.Context) error { return s.reconcile(ctx) }
func (s *Server) Fill(ctx context.Context) error      { return s.fill(ctx) }
func (s *Server) Done() (bool, error)                 { return s.done() }
