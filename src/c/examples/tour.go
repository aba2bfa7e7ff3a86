// The same tour from Go, by cgo.
//
//	CGO_CFLAGS="$(pkg-config --cflags canju)" CGO_LDFLAGS="$(pkg-config --libs canju)" go run tour.go
package main

/*
#include <canju.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"time"
	"unsafe"
)

// Canju is a solver. Ask it from one goroutine at a time; cancel it from any.
type Canju struct{ handle C.canju_handle }

// Open opens a solver with this many threads and bytes, 0 for the default.
func Open(threads, memory int) (*Canju, error) {
	canju := new(Canju)
	if code := C.canju_new(C.uint32_t(threads), C.uint64_t(memory), &canju.handle); code != C.CANJU_CODE_OK {
		return nil, fmt.Errorf("canju_new: code %d", code)
	}
	return canju, nil
}

// Ask gives the answer: JSON, or the bytes of a certificate.
func (canju *Canju) Ask(question C.uint32_t, request []byte) ([]byte, error) {
	place := C.CBytes(request)
	defer C.free(place)
	var answer *C.uint8_t
	var length C.size_t
	code := C.canju_ask(canju.handle, question, (*C.uint8_t)(place), C.size_t(len(request)), &answer, &length)
	if code != C.CANJU_CODE_OK {
		C.canju_message(canju.handle, &answer, &length)
		return nil, fmt.Errorf("code %d: %s", code, C.GoBytes(unsafe.Pointer(answer), C.int(length)))
	}
	return C.GoBytes(unsafe.Pointer(answer), C.int(length)), nil
}

// Cancel ends the request that is running.
func (canju *Canju) Cancel() { C.canju_cancel(canju.handle) }

// Close frees the solver.
func (canju *Canju) Close() { C.canju_free(canju.handle) }

const (
	position = `{"hands":["346999Q2","34JAAD"]}`
	hard     = `{"hands":["33334455666788999TTTTJJJQQQQQKAAAAAA2222222X","33344444555566677788899999TJJJQQKKKKKKAA2XDD"],"packs":2`
)

func main() {
	canju, err := Open(1, 0)
	if err != nil {
		panic(err)
	}
	defer canju.Close()
	show := func(title string, question C.uint32_t, request string) []byte {
		answer, err := canju.Ask(question, []byte(request))
		if err != nil {
			panic(err)
		}
		if question != C.CANJU_QUESTION_PROVE {
			fmt.Printf("%s: %s\n", title, answer)
		}
		return answer
	}
	show("solve", C.CANJU_QUESTION_SOLVE, position)
	show("moves", C.CANJU_QUESTION_MOVES, position)
	proof := show("", C.CANJU_QUESTION_PROVE, position)
	show("certificate", C.CANJU_QUESTION_VERIFY, string(proof))
	show("limit", C.CANJU_QUESTION_SOLVE, hard+`,"node_limit":1000}`)
	time.AfterFunc(300*time.Millisecond, canju.Cancel)
	show("cancelled", C.CANJU_QUESTION_SOLVE, hard+"}")
	_, err = canju.Ask(C.CANJU_QUESTION_SOLVE, []byte(`{"hands":["K5","4?"]}`))
	fmt.Println("refused:", err)
}
