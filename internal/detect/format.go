package detect

import (
	"path"
	"slices"
	"strings"

	"nqueens/internal/suggest"
)

// The names of the supported formats, and of two unsupported ones.
const (
	DIMACS     = "dimacs"
	OPB        = "opb"
	Cover      = "cover"
	Board      = "board"
	Parameters = "parameters"
	Facts      = "facts"
	Regions    = "regions"
	WCNF       = "wcnf"
	WBO        = "wbo"
	CNFPlus    = "cnf+"
	LP         = "lp"
	MPS        = "mps"
	Headless   = "headless" // not supported

	otherDIMACS = "dimacs-other" // not supported
)

// A Format is a format of text files.
type Format struct {
	Name    string   // as in the flag --format
	About   string   // as in messages
	Endings []string // of file names, with the dot
	Read    bool     // texts in the format can be read as problems
	Aside   bool     // texts in the format are often next to problems, and are not problems themselves

	fits func(*text) verdict
}

// Formats returns the formats. If a text begins like several equally well, the first one is chosen.
func Formats() []Format {
	return []Format{
		{Name: DIMACS, About: "DIMACS", Endings: []string{".cnf", ".dimacs", ".pcnf"}, Read: true, fits: clauses("cnf", "pcnf", "pmc")},
		{Name: OPB, About: "OPB", Endings: []string{".opb", ".pbo"}, Read: true, fits: fitsOPB},
		{Name: Board, About: "board", Endings: []string{".board"}, Read: true, fits: fitsBoard},
		{Name: Parameters, About: "parameters", Endings: []string{".param", ".dzn"}, Read: true, fits: fitsParameters},
		{Name: Facts, About: "ASP facts", Endings: []string{".lp", ".asp"}, Read: true, fits: fitsFacts},
		{Name: Cover, About: "exact cover", Endings: coverEndings, Read: true, fits: fitsCover},
		{Name: Regions, About: "regions of boards", Endings: []string{".regions", ".levels"}, Read: true, fits: fitsRegions},

		{Name: WCNF, About: "MaxSAT (WCNF)", Endings: []string{".wcnf"}, Read: true, fits: fitsWCNF},
		{Name: CNFPlus, About: "MiniCARD's DIMACS with cardinalities (p cnf+)", Endings: []string{".cnf+"}, Read: true, fits: clauses("cnf+")},
		{Name: WBO, About: "weighted OPB (WBO)", Endings: []string{".wbo"}, Read: true, fits: fitsWBO},
		{Name: Headless, About: "DIMACS without its header", fits: fitsHeadless},
		{Name: "qdimacs", About: "quantified DIMACS (QDIMACS)", Endings: []string{".qdimacs"}, fits: clauses("qcnf")},
		{Name: "xnf", About: "DIMACS with exclusive-ors (x lines)", Endings: []string{".xnf", ".xcnf"}, fits: clauses("xcnf", "xnf")},
		{Name: "knf", About: "DIMACS with cardinalities (p knf)", Endings: []string{".knf"}, fits: clauses("knf")},
		{Name: "inccnf", About: "incremental DIMACS (p inccnf)", Endings: []string{".icnf"}, fits: clauses("inccnf", "icnf")},
		{Name: "dnf", About: "DIMACS DNF (p dnf)", Endings: []string{".dnf"}, fits: clauses("dnf")},
		{Name: "sat", About: "DIMACS SAT, a formula in brackets (p sat)", Endings: []string{".sat"}, fits: clauses("sat", "satx", "sate", "satex")},
		{Name: "graph", About: "a DIMACS graph (p edge)", Endings: []string{".col", ".clq"}, fits: clauses("edge", "col", "max", "min", "sp", "asn", "tw", "td")},
		{Name: otherDIMACS, About: "DIMACS of an unknown kind", Endings: []string{".cnf", ".dimacs", ".pcnf"}, fits: fitsOtherDIMACS},
		{Name: LP, About: "a linear programme (LP)", Endings: []string{".lp"}, Read: true, fits: fitsLP},
		{Name: MPS, About: "a linear programme (MPS)", Endings: []string{".mps"}, Read: true, fits: fitsMPS},
		{Name: "lp_solve", About: "a linear programme in the format of lp_solve (lp_solve -parse -wfmps FILE.mps converts it to MPS)", Endings: []string{".lp"}, fits: fitsLPSolve},
		{Name: "aiger", About: "a circuit (AIGER; aigtocnf of the AIGER tools converts it to DIMACS)", Endings: []string{".aag", ".aig"}, fits: fitsAIGER},
		{Name: "smtlib", About: "SMT-LIB", Endings: []string{".smt2", ".smt"}, fits: fitsSMTLIB},
		{Name: "xcsp3", About: "XCSP3 (solvers such as ACE and PicatSAT read it; sugar converts its older form XCSP 2.1 to DIMACS)", fits: fitsXCSP3},
		{Name: "xml", About: "XML", Endings: []string{".xml"}, Aside: true, fits: fitsXML},
		{Name: "json", About: "JSON", Endings: []string{".json", ".jsonl"}, Aside: true, fits: fitsJSON},
		{Name: "yaml", About: "YAML", Endings: []string{".yaml", ".yml"}, Aside: true, fits: fitsYAML},
		{Name: "aspif", About: "a ground answer set program (aspif)", Endings: []string{".aspif"}, fits: fitsAspif},
		{Name: "asp", About: "an answer set program", Endings: []string{".lp", ".asp"}, fits: fitsASP},
		{Name: "prolog", About: "a Prolog program", Endings: []string{".pl", ".pro"}, Aside: true, fits: fitsProlog},
		{Name: "minizinc", About: "a MiniZinc model", Endings: []string{".mzn"}, Aside: true, fits: fitsMiniZinc},
		{Name: "flatzinc", About: "a FlatZinc model", Endings: []string{".fzn"}, fits: fitsFlatZinc},
		{Name: "essence", About: "an Essence model", Endings: []string{".essence", ".eprime"}, Aside: true, fits: fitsEssence},
		{Name: "veripb", About: "a proof (VeriPB)", Endings: []string{".pbp"}, Aside: true, fits: fitsVeriPB},
	}
}

// Readable returns the names of the supported formats.
func Readable() []string {
	var names []string
	for _, f := range Formats() {
		if f.Read {
			names = append(names, f.Name)
		}
	}
	return names
}

// Named returns the supported format with the given name.
func Named(name string) (Format, error) {
	var readable []Format
	for _, f := range Formats() {
		if f.Name == name && !f.Read {
			return f, &Unread{f, 0}
		}
		if f.Read {
			readable = append(readable, f)
		}
	}
	return suggest.Named("input format", name, readable, func(f Format) string { return f.Name })
}

// ended reports whether the file's name has an ending of the format, before an ending of a
// compression.
func (f Format) ended(file string) bool { return ended(file, f.Endings) }

func ended(file string, endings []string) bool {
	file = strings.ToLower(path.Base(file))
	for _, packed := range []string{".gz", ".xz", ".bz2", ".zst", ".zstd", ".z"} {
		if plain, ok := strings.CutSuffix(file, packed); ok {
			file = plain
			break
		}
	}
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(file, ending) })
}

// namedOther reports whether the file's name has an ending of a readable format, and none of the
// format with the given name.
func (t *text) namedOther(name string) bool {
	other := false
	for _, f := range Formats() {
		if f.Read && f.ended(t.File) {
			if f.Name == name {
				return false
			}
			other = true
		}
	}
	return other
}
