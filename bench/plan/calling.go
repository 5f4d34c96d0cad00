package plan

import "nqueens/backends"

// Callings returns, by the name of a job, what the runs that ask it call themselves.
func (p *Plan) Callings(available []backends.Backend) (map[string][]string, error) {
	named := map[string][]string{}
	for i := range p.Sections {
		s := &p.Sections[i]
		if s.As == nil {
			continue
		}
		e := expansion{seed: p.Seed, at: map[string]int{}, joining: p.joining(available)}
		if err := e.section(s, available); err != nil {
			return nil, err
		}
		for _, j := range e.jobs {
			name := j.String()
			named[name] = append(named[name], s.As...)
		}
	}
	return named, nil
}
