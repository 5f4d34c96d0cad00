package strictyaml_test

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"

	"nqueens/internal/strictyaml"
)

func Example() {
	d := strictyaml.Document{Name: "solver.yaml"}
	read := func(text string) (name string, err error) {
		root, err := d.Parse([]byte(text))
		if err != nil {
			return "", err
		}
		err = d.Mapping(root, strictyaml.Field{Key: "name", Read: func(n ast.Node) (err error) {
			name, err = d.Words(n)
			return err
		}})
		return name, err
	}
	fmt.Println(read("name: cadical"))
	fmt.Println(read("nam: cadical"))
	// Output:
	// cadical <nil>
	//  solver.yaml:1:1: unknown key "nam" (did you mean "name"?)
}
