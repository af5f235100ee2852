from django.urls import include, path
from rest_framework import routers, serializers, viewsets
from rest_framework.response import Response


class CategorySerializer(serializers.Serializer):
    id = serializers.IntegerField(read_only=True)
    name = serializers.CharField()
    description = serializers.CharField(required=False)


class CategoryViewSet(viewsets.ViewSet):
    categories = []

    def list(self, request):
        return Response(CategorySerializer(self.categories, many=True).data)

    def create(self, request):
        serializer = CategorySerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        category = {"id": len(self.categories) + 1, **serializer.validated_data}
        self.categories.append(category)
        return Response(CategorySerializer(category).data, status=201)


class PetViewSet(viewsets.ViewSet):
    def retrieve(self, request, pk):
        return Response({"id": pk}, headers={"Sunset": "Fri, 31 Dec 2027 00:00:00 GMT"})


class OrderViewSet(viewsets.ViewSet):
    def list(self, request):
        return Response([])


router = routers.DefaultRouter()
router.register("categories", CategoryViewSet, basename="category")
router.register("pets", PetViewSet, basename="pet")
router.register("store/orders", OrderViewSet, basename="order")

urlpatterns = [path("v1/", include(router.urls))]
