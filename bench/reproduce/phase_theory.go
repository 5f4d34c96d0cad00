package reproduce

import "context"

// reportTheory has what theory says of completion and what can be computed of it.
func (l *laboratory) reportTheory(context.Context, *Page) error { return nil }
