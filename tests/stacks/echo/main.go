// The pet store on Echo 4 and tollbooth.
//
// Environment: KEY, LIMIT, WINDOW_SECONDS, PORT.
package main

import (
	"net/http"
	"os"
	"strconv"
	"sync"

	"github.com/didip/tollbooth/v7"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

type NewCategory struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

type Category struct {
	ID int64 `json:"id"`
	NewCategory
}

type store struct {
	mu         sync.Mutex
	categories []Category
}

func main() {
	e := echo.New()
	e.HideBanner = true
	e.Use(middleware.Recover())

	limit := number("LIMIT")
	lmt := tollbooth.NewLimiter(limit/number("WINDOW_SECONDS"), nil)
	lmt.SetBurst(int(limit))
	e.Use(echo.WrapMiddleware(func(next http.Handler) http.Handler {
		return tollbooth.LimitHandler(lmt, next)
	}))
	e.Use(middleware.KeyAuth(func(key string, c echo.Context) (bool, error) {
		return key == os.Getenv("KEY"), nil
	}))

	s := &store{categories: []Category{}}
	v1 := e.Group("/v1")
	v1.GET("/categories", s.list)
	v1.POST("/categories", s.create)
	v1.GET("/pets/:petId", func(c echo.Context) error {
		c.Response().Header().Set("Sunset", "Fri, 31 Dec 2027 00:00:00 GMT")
		return echo.NewHTTPError(http.StatusNotFound, "no such pet")
	})
	v1.GET("/store/orders", func(c echo.Context) error {
		return c.JSON(http.StatusOK, []struct{}{})
	})

	e.Logger.Fatal(e.Start("127.0.0.1:" + os.Getenv("PORT")))
}

func (s *store) list(c echo.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return c.JSON(http.StatusOK, s.categories)
}

func (s *store) create(c echo.Context) error {
	in := new(NewCategory)
	if err := c.Bind(in); err != nil {
		return err
	}
	if in.Name == "" {
		return echo.NewHTTPError(http.StatusBadRequest, "name is required")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	category := Category{ID: int64(len(s.categories) + 1), NewCategory: *in}
	s.categories = append(s.categories, category)
	return c.JSON(http.StatusCreated, category)
}

func number(name string) float64 {
	n, err := strconv.ParseFloat(os.Getenv(name), 64)
	if err != nil {
		panic(err)
	}
	return n
}
