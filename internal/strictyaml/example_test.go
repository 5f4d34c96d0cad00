package strictyaml_test

import (
	"fmt"

	"nqueens/internal/strictyaml"
)

func Example() {
	read := func(text string) (string, error) {
		var solver struct {
			Name  string   `yaml:"name"`
			Reads []string `yaml:"reads"`
		}
		err := strictyaml.Decode("solver.yaml", []byte(text), &solver)
		return solver.Name, err
	}
	fmt.Println(read("name: cadical"))
	fmt.Println(read("nam: cadical"))
	fmt.Println(read("name: [cadical]"))
	// Output:
	// cadical <nil>
	//  solver.yaml:1:1: unknown key "nam" (did you mean "name"?)
	//  solver.yaml:1:7: a single value expected, this is a list
}
